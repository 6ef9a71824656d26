-- contract: unused since 0.1.0
-- Every artifact is a head that names its parts. Those that development versions stored whole are removed: a Project that serves one of
-- them serves nothing until it is deployed again.
select set_config('ferrule.scope', 'installation', true);
delete from project_targets where digest in (select digest from artifacts where head is null);
update deployments set digest = null where digest in (select digest from artifacts where head is null);
delete from artifacts where head is null;

create or replace function ferrule_artifact_items(wanted text, kind text, item text default null) returns setof jsonb
language sql stable as $$
  select part.content::jsonb
  from artifacts a cross join lateral json_array_elements(a.head -> kind) as held
  join artifact_parts part on part.project_id = a.project_id and part.digest = held ->> 1
  where a.digest = wanted and (item is null or held ->> 0 = item)
$$;

alter table artifacts
  drop column manifest,
  drop column bundle_digests,
  alter column head set not null,
  alter column connection_names set not null;

comment on table artifacts is 'What a deployment serves: a head that names its parts.';
comment on column artifacts.head is 'The artifact without its parts, which it names by their digests.';
