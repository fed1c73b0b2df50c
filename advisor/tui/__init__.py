"""The terminal interface: screens and widgets over the conversation and the views; the only importer of textual."""
