import { isDeepStrictEqual } from "node:util";

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
