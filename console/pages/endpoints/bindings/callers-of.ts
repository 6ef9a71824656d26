import type { ItemOf } from "../../../api/use-operation.ts";

export interface RecentCaller {
  name: string;
  calls: number;
  /** When the newest call was made, RFC 3339. */
  lastAt: string;
}

/** The callers of a binding, those with the most calls first. `calls` are newest first. */
export function callersOf(
  calls: readonly Pick<ItemOf<"listExecutions">, "bindingId" | "caller" | "startedAt">[],
  bindingId: string,
): RecentCaller[] {
  const found = new Map<string, RecentCaller>();
  for (const { caller, startedAt } of calls.filter((call) => call.bindingId === bindingId)) {
    const name = caller.name ?? (caller.kind === "anonymous" ? "callers without a key" : caller.kind);
    const known = found.get(name);
    found.set(name, { name, calls: (known?.calls ?? 0) + 1, lastAt: known?.lastAt ?? startedAt });
  }
  return [...found.values()].toSorted((a, b) => b.calls - a.calls);
}
