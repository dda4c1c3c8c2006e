"""Published cells held against what data, keys and table give: causes, and other readings."""
