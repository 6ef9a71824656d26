-- What becomes of a call whose client leaves before the answer; auto: one that only reads is cancelled.
alter table http_bindings
  add column when_client_leaves text not null default 'auto'
    constraint http_bindings_when_client_leaves check (when_client_leaves in ('auto', 'cancel', 'finish'));
alter table mcp_bindings
  add column when_client_leaves text not null default 'auto'
    constraint mcp_bindings_when_client_leaves check (when_client_leaves in ('auto', 'cancel', 'finish'));
