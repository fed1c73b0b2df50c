"""Runbooks: their pages in every format, and the linked set in a browser."""
