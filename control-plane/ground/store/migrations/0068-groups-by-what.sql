-- A mapping of groups to roles says what of a SCIM group it means. Those of before go on meaning either, and say so.
update identity_providers
set roles = (select coalesce(jsonb_agg('{"by": "either"}'::jsonb || mapping order by place), '[]')
  from jsonb_array_elements(roles) with ordinality as of_before (mapping, place))
where roles <> '[]';

-- The groups of a user are part of what SCIM shows of them, so their version counts them (RFC 7644, section 3.14).
create function ferrule_next_version_of_people(people text[]) returns void language sql set search_path from current as $$
  update directory_users d set revision = d.revision + 1, updated_at = now()
  from (select user_id from directory_users where user_id = any(people) order by user_id for update) as changed
  where d.user_id = changed.user_id
$$;
create function ferrule_members_changed() returns trigger language plpgsql set search_path from current as $$
begin
  perform ferrule_next_version_of_people(array(select distinct user_id from changed_members));
  return null;
end $$;
create trigger directory_members_added after insert on directory_members
  referencing new table as changed_members for each statement execute function ferrule_members_changed();
create trigger directory_members_removed after delete on directory_members
  referencing old table as changed_members for each statement execute function ferrule_members_changed();
create function ferrule_group_renamed() returns trigger language plpgsql set search_path from current as $$
begin
  perform ferrule_next_version_of_people(array(select user_id from directory_members where group_id = new.id));
  return null;
end $$;
create trigger directory_groups_renamed after update on directory_groups for each row
  when (old.display_name is distinct from new.display_name) execute function ferrule_group_renamed();
