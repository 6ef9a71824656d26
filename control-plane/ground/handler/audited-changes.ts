import { isDeepStrictEqual } from "node:util";
import type { AuditTarget } from "./handler.ts";

type Fields = Record<string, unknown>;

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

/**
 * What an audit event says about a change: the fields that differ, before and after. For a new resource `before` is
 * null, for a deleted one `after`; the other side is then complete.
 */
export function auditedChanges(
  before: Fields | null,
  after: Fields | null,
): { before: Fields | null; after: Fields | null } {
  if (!before || !after) return { before, after };
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  return { before: pick(before, differing), after: pick(after, differing) };
}

interface Told<Row> {
  /** The name of a row, if it is not its `name`. */
  nameOf?: (row: Row) => string;
  /** The fields that an event shows even if they stay. */
  always?: (row: Row) => Fields;
}

/**
 * Makes the audit target of a slice's rows: `null` stands for a row before it is created and after it is deleted, and
 * `more` is told beside the fields that differ.
 * @param told the fields of a row that audit events show, without secrets
 */
export const auditedRow =
  <Row extends { id: string }>(
    kind: string,
    told: (row: Row) => Fields,
    { nameOf = (row) => (row as { name?: string }).name ?? "", always }: Told<Row> = {},
  ) =>
  (before: Row | null, after: Row | null, more: Fields = {}): AuditTarget => {
    const row = after ?? before;
    const changes = auditedChanges(before && told(before), after && told(after));
    return {
      kind,
      id: row && row.id,
      name: row && nameOf(row),
      changes: { ...(row && always?.(row)), ...changes, ...more },
    };
  };
