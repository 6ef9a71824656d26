-- Whether an HTTP API shows its documentation stands in its policy beside who may call it, and workers hear of it.
create or replace function ferrule_mode_state(caller jsonb) returns jsonb language sql immutable as $$
  select case when caller ? 'documentation'
    then jsonb_build_object('documentation', caller -> 'documentation') else '{}' end
  || case caller ->> 'mode'
    when 'oauth' then jsonb_build_object('oauth', jsonb_build_object(
      'keys', caller -> 'oauth' -> 'keys',
      'scopes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', s -> 'name', 'targets', s -> 'targets')), '[]')
        from jsonb_array_elements(caller -> 'oauth' -> 'scopes') s))
      || case when caller #> '{oauth,rules}' <> '[]' then jsonb_build_object('rules', caller #> '{oauth,rules}') else '{}' end
      || case when caller #> '{oauth,claims}' <> '[]' then jsonb_build_object('claims', caller #> '{oauth,claims}') else '{}' end)
    when 'jwt' then jsonb_build_object('jwt', caller -> 'jwt')
    when 'signature' then jsonb_build_object('signature', caller -> 'signature')
    else '{}'
  end
$$;
