"""The widgets, one in each file."""
