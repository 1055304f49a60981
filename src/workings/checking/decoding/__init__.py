"""What a document says about decoders, judged by running them on its trees."""
