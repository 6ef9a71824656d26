-- What body a route takes, and the property of the input that holds it whole; null: its members are merged into the input.

alter table http_bindings
  add column body_type text not null default 'json'
    constraint http_bindings_body_type check (body_type in ('json', 'form', 'multipart', 'text', 'bytes')),
  add column body_property text;
