"""The equations of a document as a PyTorch module: written as Python that can be read, then trained."""
