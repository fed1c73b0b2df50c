"""Says what was concluded and why: how, why not, what is missing, in JSON, text, Markdown and HTML."""
