"""What to ask next, what an answer comes to, and when to stop."""
