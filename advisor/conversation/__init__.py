"""What is said in a consultation: lines of a person in, messages out. The terminal and the TUI stand on it."""
