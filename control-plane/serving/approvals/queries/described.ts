import type { ApprovalStatus, Environment } from "@ferrule/contract/states.ts";
import { calledName } from "../../../ground/store/rows/called-name.ts";
import { sql, type Selectable } from "kysely";
import type { Clock } from "../../../ground/store/clock.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { ApprovalTables } from "../../../ground/store/tables/approvals.ts";
import type { Person } from "../person.ts";

/** An approval with the names of what it refers to. */
export interface DescribedRow extends Selectable<ApprovalTables["approvals"]> {
  isLate: boolean;
  functionName: string;
  called: string | null;
  lastId: string | null;
  lastDetails: string | null;
  lastAt: Date | null;
  replacedBy: string | null;
}

interface ApprovalFilters {
  environment?: Environment | undefined;
  status?: ApprovalStatus | undefined;
  runId?: string | undefined;
}

/** What `whyNot` says of many approvals at once: those on which a person may decide. */
function mayDecide({ userId, email, role, groups, subjects, keys }: Person, clock: Clock) {
  const named = JSON.stringify(subjects);
  return sql`a.status = 'pending' and a.expires_at > ${clock()}
    and (a.by -> 'roles' ? ${role}::text
      or exists (select from jsonb_array_elements_text(a.by -> 'people') one where lower(one) = ${email})
      or a.by -> 'groups' ?| ${groups}::text[]
      or (a.by ->> 'caller' = 'true' and coalesce(lower(a.asked_by ->> 'email') = ${email}, false)))
    and not (a.not_asker and coalesce(a.asked_by ->> 'kind' = 'user' and a.asked_by ->> 'id' = ${userId}, false))
    and not (a.not_asker and coalesce(case when a.asked_by ->> 'kind' = 'api-key' then a.asked_by ->> 'id' = any(${keys}::text[])
      else lower(a.asked_by ->> 'email') = ${email} end, false))
    and not (a.not_asker and a.asked_by ->> 'kind' <> 'api-key' and coalesce(a.asked_by ->> 'subject' = ${userId}, false))
    and not (a.not_asker and a.asked_by ->> 'kind' <> 'api-key' and exists (
      select from json_to_recordset(${named}::text::json) as known (issuer text, subject text)
      where known.issuer = a.asked_by ->> 'issuer' and known.subject = a.asked_by ->> 'subject'))
    and not exists (select from approval_decisions d where d.approval_id = a.id and d.user_id = ${userId})`;
}

/** Up to `limit + 1` approvals, newest first, before the one with this id. */
export async function listDescribed(
  { tx, projectId }: ProjectScope,
  clock: Clock,
  { environment, status, runId, id, by }: ApprovalFilters & { id?: string; by?: Person | undefined },
  limit: number,
  before: string | undefined,
): Promise<DescribedRow[]> {
  const conditions = [
    sql`a.project_id = ${projectId}`,
    ...(id === undefined ? [] : [sql`a.id = ${id}`]),
    ...(environment === undefined ? [] : [sql`a.environment = ${environment}`]),
    ...(status === undefined ? [] : [sql`a.status = ${status}`]),
    ...(runId === undefined ? [] : [sql`a.run_id = ${runId}`]),
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(by === undefined ? [] : [mayDecide(by, clock)]),
  ];
  const { rows } = await sql<DescribedRow>`
    with page as materialized (
      select a.* from approvals a where ${sql.join(conditions, sql` and `)} order by a.id desc limit ${limit + 1}
    )
    select page.*, page.expires_at <= ${clock()} as is_late, coalesce(f.name, page.function_id) as function_name,
      ${calledName} as called,
      last.id as last_id, last.details as last_details, last.finished_at as last_at,
      instead.id as replaced_by
    from page
    left join functions f on f.project_id = page.project_id and f.id = page.function_id
    left join mcp_bindings tool on tool.project_id = page.project_id and tool.id = page.binding_id
    left join http_bindings route on route.project_id = page.project_id and route.id = page.binding_id
    left join lateral (
      select a.id, a.details, a.finished_at from approvals a
      where a.project_id = page.project_id and a.environment = page.environment and a.function_id = page.function_id
        and a.alike = page.alike and a.status = 'approved' and a.id <> page.id
        and (page.finished_at is null or a.finished_at < page.finished_at)
      order by a.finished_at desc limit 1
    ) last on true
    left join lateral (
      select a.id from approvals a
      where page.status = 'cancelled' and a.run_id = page.run_id and a.step_key = page.step_key and a.id > page.id
      order by a.id limit 1
    ) instead on true
    order by page.id desc`.execute(tx);
  return rows;
}

/** Who decided on these approvals, in the order of the decisions. */
export async function listDecisions(
  { tx, projectId }: ProjectScope,
  approvalIds: readonly string[],
): Promise<Selectable<ApprovalTables["approvalDecisions"]>[]> {
  if (approvalIds.length === 0) return [];
  return tx
    .selectFrom("approvalDecisions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("approvalId", "in", approvalIds)
    .orderBy("at")
    .orderBy("userId")
    .execute();
}

/** The Project of an approval, wherever it is. */
export async function findProjectOf({ tx }: InstallationScope, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom("approvals").select("projectId").where("id", "=", id).executeTakeFirst();
  return row?.projectId;
}
