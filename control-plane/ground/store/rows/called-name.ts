import { sql, type RawBuilder } from "kysely";

/**
 * The SQL expression of what a row of `mcp_bindings` is called (`targetOf` in the contract).
 * @param alias of the row; null where it is missing
 */
export const targetName = (alias: string): RawBuilder<string> =>
  sql<string>`(case ${sql.ref(`${alias}.kind`)} when 'tool' then ${sql.ref(`${alias}.toolName`)}
    else ${sql.ref(`${alias}.kind`)} || ':' || ${sql.ref(`${alias}.toolName`)} end)`;

/**
 * The SQL expression of what callers call a binding, from the rows `tool` of `mcp_bindings` and `route` of
 * `http_bindings`, one of which may be there: `look_up`, `resource:handbook`, `GET /orders/{orderId}`.
 */
export const calledName = sql<string | null>`coalesce(${targetName("tool")}, route.method || ' ' || route.path)`;
