-- json, which keeps the order of a schema's properties, where jsonb would sort them: what a validation derives, and what
-- a test returns, is shown to people.
alter table jobs alter column result type json using result::json;
