"""The certificate as Coq source, and the answer of Coq's kernel to it."""
