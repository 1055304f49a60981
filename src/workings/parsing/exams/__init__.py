"""Exam sheets: questions with answers to tick, and the points they carry."""
