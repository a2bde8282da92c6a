"""What answers requests: from the address and the form to the desk, and from that to a page."""
