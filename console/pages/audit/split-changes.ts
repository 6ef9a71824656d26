import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
export interface SplitChanges {
  /** Two JSON texts to compare; null when the event recorded neither. */
  diff: { before: string; after: string } | null;
  /** The rest of the event's recorded data. */
  more: Record<string, unknown>;
}

/** Sorts members by name, so that only real differences show. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key])]),
  );
}

const asText = (side: unknown) => (side === null || side === undefined ? "" : JSON.stringify(sorted(side), null, 2));

/** Splits an event's recorded data into before and after, for comparison, and the rest. */
export function splitChanges({ before, after, ...more }: Record<string, unknown>): SplitChanges {
  const isDiff = isObject(before) || isObject(after);
  const whole = isDiff
    ? more
    : { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }), ...more };
  const isSame = isDiff && asText(before) === asText(after);
  return { diff: isDiff && !isSame ? { before: asText(before), after: asText(after) } : null, more: whole };
}
