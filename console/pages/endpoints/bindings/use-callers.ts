import { useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { callersOf, type RecentCaller } from "./callers-of.ts";

const week = 7 * 86_400_000;

/** How many recent calls to read, at most. */
export const mostCalls = 200;

export interface Callers {
  callers: RecentCaller[];
  /** The Function had more calls in the seven days than this page reads. */
  isPartial: boolean;
}

/** Who called a binding in the last seven days, from its Function's newest calls here; undefined while loading. */
export function useCallers(
  endpointId: string,
  binding: { id: string; functionId: string | null } | null,
): Callers | undefined {
  const [from] = useState(() => new Date(Date.now() - week).toISOString());
  const { data } = useOperation(
    "listExecutions",
    { query: { endpointId, functionId: binding?.functionId ?? undefined, from, limit: mostCalls } },
    { enabled: binding !== null },
  );
  return data && binding !== null
    ? { callers: callersOf(data.items, binding.id), isPartial: data.nextCursor !== null }
    : undefined;
}
