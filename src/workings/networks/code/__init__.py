"""Networks in programs: the source is parsed and followed over shapes; none of it is ever run."""
