"""An expert system for storage, memory and database hosts in trouble."""

__version__ = "0.1.0"
