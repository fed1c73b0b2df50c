"""What is said in a consultation."""
