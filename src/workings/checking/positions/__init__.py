"""What a model does at every position of a sequence: its loss, what it sees, and how far it has to wait."""
