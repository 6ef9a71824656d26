import type { UsagePart, UsageRow } from "@ferrule/contract/resources/usage.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { calledName } from "../../ground/store/rows/called-name.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";

export interface UsageWish {
  environment: Environment;
  /** Days in UTC, both included. */
  from: string;
  to: string;
  by: ReadonlySet<UsagePart>;
}

interface Row extends Omit<UsageRow, "tool"> {
  bindingId: string | null;
  toolName: string | null;
  functionName: string | null;
}

/** Usage by the requested parts, up to `limit` rows. The newest day comes first, then the rows with the most calls. */
export async function readUsage(
  { tx, projectId }: ProjectScope,
  { environment, from, to, by }: UsageWish,
  limit: number,
): Promise<UsageRow[]> {
  const has = (part: UsagePart) => sql`${by.has(part)}::boolean`;
  const { rows } = await sql<Row>`
    select sums.day::text as day, sums.caller, sums.tenant_id, nullif(sums.binding_id, '') as binding_id,
      ${calledName} as tool_name, sums.function_name, sums.kind,
      sums.calls, sums.runs, sums.failed, sums.rejected, sums.duration_ms, sums.cpu_ms
    from (
      select case when ${has("day")} then day end as day,
        case when ${has("caller")} then caller_key end as caller_key,
        case when ${has("tenant")} then tenant_id end as tenant_id,
        case when ${has("tool")} then binding_id end as binding_id,
        case when ${has("kind")} then case when binding_id like 'htb@_%' escape '@' then 'route' else asked.kind end end as kind,
        case when ${has("caller")} then (array_agg(caller order by day desc))[1] end as caller,
        case when ${has("tool")} then (array_agg(function_name order by day desc))[1] end as function_name,
        sum(calls)::bigint as calls, sum(runs)::bigint as runs, sum(failed)::bigint as failed, sum(rejected)::bigint as rejected,
        sum(duration_ms) as duration_ms, sum(cpu_ms) as cpu_ms
      from usage_days its left join mcp_bindings asked
        on ${has("kind")} and asked.id = its.binding_id and asked.project_id = ${projectId}
      where its.project_id = ${projectId} and environment = ${environment} and day between ${from}::date and ${to}::date
      group by 1, 2, 3, 4, 5
      order by 1 desc nulls last, sum(calls) desc, 2, 3, 4, 5
      limit ${limit}
    ) sums
    left join mcp_bindings tool on tool.id = sums.binding_id and tool.project_id = ${projectId}
    left join http_bindings route on route.id = sums.binding_id and route.project_id = ${projectId}
    order by sums.day desc nulls last, sums.calls desc, sums.caller_key, sums.tenant_id, sums.binding_id, sums.kind`.execute(
    tx,
  );
  return rows.map(({ bindingId, toolName, functionName, ...row }) => ({
    ...row,
    tool: by.has("tool") ? { bindingId, name: toolName ?? functionName ?? "" } : null,
  }));
}
