"""Servers written by what forum packages and well-known sites show: whole crawls of them, scored to the letter."""
