"""What was said, captured and asked in one consultation, as a log that is replayed."""
