import type { ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";

type Table = Pick<ToolTable, "modernEnd">;

/**
 * The JSON of a result. The modern revision says that it is whole and names the server (MCP 2026-07-28, Basic).
 * @param fields its members, without braces
 */
export const resultJson = ({ modernEnd }: Table, revision: Revision, fields: string): string =>
  revision === modernRevision ? `{"resultType":"complete",${fields}${modernEnd}` : `{${fields}}`;

/**
 * The same for a result that clients of the modern revision may keep for `ttlMs`. It depends on the caller's rights, so
 * nobody else may get it (MCP 2026-07-28, Caching).
 */
export const cachedResultJson = (table: Table, revision: Revision, fields: string, ttlMs: number): string =>
  revision === modernRevision
    ? resultJson(table, revision, `${fields},"ttlMs":${ttlMs},"cacheScope":"private"`)
    : `{${fields}}`;
