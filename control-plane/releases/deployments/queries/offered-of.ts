import { sql } from "kysely";

/**
 * The SQL expression of what the endpoint `e` of an artifact offers: each binding as `b`, with its name in scopes and rules
 * as `target` (`targetOf` in the contract).
 */
export const offeredOf = sql`lateral (
    select coalesce(b ->> 'toolName', (b ->> 'method') || ' ' || (b ->> 'path')) as target, b
    from jsonb_array_elements((e -> 'tools') || (e -> 'routes')) b
    union all
    select 'resource:' || (b ->> 'name'), b from jsonb_array_elements(coalesce(e -> 'resources', '[]')) b
    union all
    select 'prompt:' || (b ->> 'name'), b from jsonb_array_elements(coalesce(e -> 'prompts', '[]')) b
  ) as offered (target, b)`;
