"""What is thought of before a link is called wrong."""
