-- Libraries of a Project: TypeScript of its own, imported as lib/<name>, or an npm package in one exact version.

create table libraries (
  id text primary key,
  project_id text not null references projects (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('source', 'npm')),
  version text not null,
  source text,
  package text,
  -- Subresource Integrity of the package's tarball, and of everything that comes with it: null until a worker first fetched it.
  integrity text,
  lock jsonb,
  -- What a source writes to import it.
  import_name text not null generated always as (case kind when 'source' then 'lib/' || name else package end) stored,
  -- Names that it imports itself, kept so that nothing need read sources to know who uses what.
  imports jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  revision integer not null default 1,
  constraint libraries_name_taken unique (project_id, name),
  constraint libraries_import_taken unique (project_id, import_name),
  constraint libraries_kind check (
    (kind = 'source' and source is not null and package is null and integrity is null and lock is null)
    or (kind = 'npm' and source is null and package is not null))
);
create index libraries_newest on libraries (project_id, id desc);
select ferrule_protect('libraries');

-- The Libraries that are imported under these names, and those that they import themselves, as a build gets them.
create function ferrule_used_libraries(of_project text, names jsonb) returns json language sql stable as $$
  with recursive used (import_name) as (
    select jsonb_array_elements_text(names)
    union
    select imported.name from used
      join libraries l on l.project_id = of_project and l.import_name = used.import_name,
      jsonb_array_elements_text(l.imports) as imported (name)
  )
  select coalesce(json_agg(case l.kind
    when 'source' then json_build_object(
      'kind', l.kind, 'id', l.id, 'name', l.name, 'imports', l.imports, 'source', l.source)
    else json_build_object(
      'kind', l.kind, 'id', l.id, 'revision', l.revision, 'package', l.package, 'version', l.version,
      'integrity', l.integrity, 'lock', l.lock) end order by l.import_name), '[]')
  from libraries l where l.project_id = of_project and l.import_name in (select import_name from used)
$$;
