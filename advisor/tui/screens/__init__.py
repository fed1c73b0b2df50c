"""The screens, one in each file."""
