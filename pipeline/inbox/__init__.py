"""The clerk's inbox: each message that comes in is audited as a packet, and then filed, with a draft of the answer."""
