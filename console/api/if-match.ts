import type { Operation } from "@ferrule/contract/operation.ts";
import { operations, type OperationName } from "@ferrule/contract/operations.ts";

/** The headers of a write that applies to this revision and to no other. */
export const ifMatch = (revision: number | undefined) => ({ "if-match": `"${revision}"` });

/**
 * The headers of a write to what is shown. A change or a deletion applies to this revision. A POST, such as the one that disables
 * an endpoint, applies whatever else has changed.
 */
export function asShown(name: OperationName, shown: object): { headers?: ReturnType<typeof ifMatch> } {
  const { method }: Operation = operations[name];
  return method !== "POST" && "revision" in shown ? { headers: ifMatch(Number(shown.revision)) } : {};
}
