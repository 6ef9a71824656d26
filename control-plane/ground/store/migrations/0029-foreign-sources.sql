-- Before this version a source map comment in a Function, a Library or a package made the bundler read files of the worker: their texts
-- came into source maps, and single words into diagnostics. This removes both, and says where they were.
-- Code is left as it is: no text of such a file comes into it, its digest holds for it, and what is served must not change.

select set_config('ferrule.scope', 'installation', true);

-- Results are found by a key that this version no longer makes.
delete from build_results;

do $$
declare
  one record;
  given text;
  map json;
  index integer;
  names text[];
  found integer := 0;
  texts integer;
  projects text[];
  project text;
begin
  create temporary table foreign_sources (digest text, names text[]) on commit drop;
  for one in select digest, source_map from bundles loop
    names := '{}';
    begin
      index := 0;
      -- Characters that a text of PostgreSQL cannot have; no name of ours has them.
      map := regexp_replace(one.source_map, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '?', 'g');
      for given in select json_array_elements_text(map -> 'sources') loop
        -- A Function, a source Library, a file of a package (`name@version/path`), or what stands for a module that is left out.
        if given !~ '^(function\.ts|empty|lib/[^/]+\.ts|(@[^/@]+/)?[^/@]+@[^/]+/.+)$'
          and (map -> 'sourcesContent' -> index)::text is distinct from
            to_json('throw new Error(' || to_json('The module "' || given || '" does not exist in the sandbox.')::text
              || '); module.exports = {};')::text
        then
          names := names || left(given, 300);
        end if;
        index := index + 1;
      end loop;
    exception when others then
      names := case when length(one.source_map) > 2 then array['unreadable'] else '{}' end;
    end;
    if cardinality(names) > 0 then
      insert into foreign_sources values (one.digest, names[1:20]);
      update bundles
        set source_map = '{"version":3,"sources":[],"sourcesContent":[],"mappings":"","names":[],"file":"function.js"}'
        where digest = one.digest;
      found := found + 1;
    end if;
  end loop;

  -- Words of a file stood behind these two, between quotation marks or not.
  update deployment_log set message = 'This message was removed: it may have held words of a file of a worker.', data = null
    where message ~ 'in source map' or data::text ~ 'in source map';
  get diagnostics texts = row_count;
  update deployments
    set error = jsonb_set(error, '{message}', '"This message was removed: it may have held words of a file of a worker."')
    where error ->> 'message' ~ 'in source map';
  update jobs set result = null
    where status in ('succeeded', 'failed', 'cancelled') and result::text ~ 'in source map';

  for project, projects in
    select artifact.project_id, array_agg(distinct source.digest || ': ' || array_to_string(source.names, ', '))
    from foreign_sources source
    join artifacts artifact on artifact.bundle_digests @> array[source.digest]
    group by artifact.project_id
  loop
    insert into audit_events (id, action, project_id, actor_kind, target_kind, target_id, outcome, changes)
    values ('aud_' || left(replace(gen_random_uuid()::text, '-', ''), 24), 'bundle.clean', project, 'system', 'project', project,
      'success', jsonb_build_object('bundles', to_jsonb(projects[1:50])));
    raise warning 'Source maps of Project % named files of a worker and were emptied: %', project, array_to_string(projects[1:5], '; ');
  end loop;
  if found > 0 or texts > 0 then
    insert into audit_events (id, action, actor_kind, target_kind, outcome, changes)
    values ('aud_' || left(replace(gen_random_uuid()::text, '-', ''), 24), 'bundle.clean', 'system', 'installation',
      'success', jsonb_build_object('sourceMaps', found, 'logMessages', texts));
    raise warning '% source maps and % log messages may have held texts of files of a worker. They were removed; rotate what a worker can read (docs/security.md).', found, texts;
  end if;
end $$;

select set_config('ferrule.scope', '', true);
