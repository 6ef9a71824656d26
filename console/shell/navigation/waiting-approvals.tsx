import { useMe } from "../../api/session.ts";
import { useOperation } from "../../api/use-operation.ts";

/** A few are enough to say how many: more than that read as `9+`. */
const mostCounted = 9;

/** How many approvals wait for the user, in the navigation; nothing if none does. */
export function WaitingApprovals() {
  const { activeProject } = useMe();
  const { data } = useOperation(
    "listApprovals",
    { query: { status: "pending", mine: "true", limit: mostCounted } },
    { enabled: activeProject !== null, refetchInterval: 30_000, staleTime: 5_000 },
  );
  const waiting = data?.items.length ?? 0;
  if (waiting === 0) return null;
  const text = data?.nextCursor ? `${mostCounted}+` : String(waiting);
  return (
    <span className="ml-auto min-w-5 rounded-full bg-warn-soft px-1.5 text-center text-2xs font-medium text-warn">
      {text}
      <span className="sr-only"> wait for you</span>
    </span>
  );
}
