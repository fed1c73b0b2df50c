"""The rules by which a shell text is safe to paste as root. One mechanism is one module; `advisor.kbcheck.paste` applies them."""
