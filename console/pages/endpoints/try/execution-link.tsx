import { Link } from "@tanstack/react-router";
import { useOperation } from "../../../api/use-operation.ts";

/** Links to the execution of a call, which is recorded within a second after the response. */
export function ExecutionLink({ requestId }: { requestId: string }) {
  const { data, dataUpdatedAt } = useOperation(
    "listExecutions",
    { query: { requestId, limit: 1 } },
    {
      refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) > 0 || state.dataUpdateCount > 20 ? false : 700),
    },
  );
  const [found] = data?.items ?? [];
  if (found) {
    return (
      <Link to="/executions/$executionId" params={{ executionId: found.id }} className="link text-sm">
        Open the execution
      </Link>
    );
  }
  return <span className="text-sm text-faint">{dataUpdatedAt === 0 ? "" : "recording…"}</span>;
}
