"""1.6 Moving: how far, over what, in and out of transports, behind vehicles."""
