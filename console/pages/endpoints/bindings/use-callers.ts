import { useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { callersOf, type RecentCaller } from "./callers-of.ts";

const week = 7 * 86_400_000;

/** How far back it looks, at most. */
export const mostCalls = 200;

export interface Callers {
  callers: RecentCaller[];
  /** There were more calls of its Function in the seven days than it has looked at. */
  isPartial: boolean;
}

/** Who has called a binding in the last seven days, of the newest calls of its Function here; undefined until it is known. */
export function useCallers(
  endpointId: string,
  binding: { id: string; functionId: string } | null,
): Callers | undefined {
  const [from] = useState(() => new Date(Date.now() - week).toISOString());
  const { data } = useOperation(
    "listExecutions",
    { query: { endpointId, functionId: binding?.functionId, from, limit: mostCalls } },
    { enabled: binding !== null },
  );
  return data && binding !== null
    ? { callers: callersOf(data.items, binding.id), isPartial: data.nextCursor !== null }
    : undefined;
}
