"""The kinds of link between two members, and what is considered before one is called wrong."""
