import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { isTree, type Tree, type Value } from "../documents.ts";

/** Both sides changed the same field to different values. Undefined: the field is absent. */
export interface FieldConflict {
  /** A path such as `policies.production.caller.mode`. */
  field: string;
  here: Value | undefined;
  server: Value | undefined;
}

interface MergedValue {
  ours: Value | undefined;
  theirs: Value | undefined;
}

/**
 * Merges two values with a common base, by field. It treats a list as one value. Where both sides changed a field,
 * `ours` has our side's value and `theirs` the other's.
 */
export function mergeValues(
  [base, ours, theirs]: readonly [Value | undefined, Value | undefined, Value | undefined],
  path: readonly string[],
  conflicts: FieldConflict[],
): MergedValue {
  const same = (a: Value | undefined, b: Value | undefined) =>
    a === undefined || b === undefined ? a === b : sameJson(a, b);
  if (same(ours, theirs) || same(base, theirs)) return { ours, theirs: ours };
  if (same(base, ours)) return { ours: theirs, theirs };
  if (!isTree(ours) || !isTree(theirs)) {
    conflicts.push({ field: path.join("."), here: ours, server: theirs });
    return { ours, theirs };
  }
  const before: Tree = isTree(base) ? base : {};
  const member = (tree: Tree, name: string) => (Object.hasOwn(tree, name) ? tree[name] : undefined);
  const merged = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].map((name) => {
    const three = [before, ours, theirs].map((tree) => member(tree, name)) as never;
    return [name, mergeValues(three, [...path, name], conflicts)] as const;
  });
  const side = (of: "ours" | "theirs") =>
    Object.fromEntries(merged.flatMap(([name, one]) => (one[of] === undefined ? [] : [[name, one[of]]])));
  return { ours: side("ours"), theirs: side("theirs") };
}
