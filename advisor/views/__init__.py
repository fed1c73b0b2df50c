"""What a screen shows, as plain data: computed from a session, without a terminal, by whoever owns the session."""
