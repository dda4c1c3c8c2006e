"""How values stand in JSON: one declaration reads them, writes them and describes them."""
