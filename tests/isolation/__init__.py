"""A fault of one part costs that part alone: each part is made to fail in turn."""
