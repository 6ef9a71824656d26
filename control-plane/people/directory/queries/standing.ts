import { sql } from "kysely";
import type { Role } from "@ferrule/contract/states.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** A person's state in the directory, beside their account here. */
export interface Standing {
  userId: string;
  email: string;
  role: Role;
  status: "active" | "disabled";
  active: boolean;
  suspended: boolean;
  grouped: boolean;
  isDeleted: boolean;
  /** Whether the person has signed in with this provider. */
  hasSignedIn: boolean;
  /** The person's groups, in each form that a mapping may use (`keyOf`). */
  groups: string[];
}

/**
 * The states of these people of a provider. Their users are locked until the transaction ends, in the order of their
 * ids.
 */
export async function lockStanding(
  { tx }: InstallationScope,
  providerId: string,
  userIds: readonly string[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select d.user_id as "userId", u.email, u.role, u.status, d.active, d.suspended, d.grouped,
      d.deleted_at is not null as "isDeleted",
      exists (select 1 from user_identities i where i.user_id = d.user_id and i.provider_id = d.provider_id) as "hasSignedIn",
      array(select distinct known.by || ':' || known.named from directory_members m join directory_groups g on g.id = m.group_id
        cross join lateral (values
          ('displayName', g.display_name), ('externalId', g.external_id), ('either', g.external_id),
          ('either', case when not exists (select 1 from directory_groups o
            where o.provider_id = g.provider_id and o.external_id = g.display_name) then g.display_name end)
        ) as known (by, named)
        where m.user_id = d.user_id and known.named is not null) as groups
    from directory_users d join users u on u.id = d.user_id
    where d.provider_id = ${providerId} and d.user_id = any(${userIds}::text[])
    order by d.user_id for update of u`.execute(tx);
  return rows;
}
