"""The author's tools: from an empty folder to a case that is checked, tried, measured and documented.

Nothing here is imported by a diagnosis; the command line imports it where `advisor kb` asks for it.
"""
