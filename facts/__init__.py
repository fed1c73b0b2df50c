"""What can be observed, and how it is read: text into rows with their line numbers."""
