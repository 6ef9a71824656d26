import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { count } from "../../../components/format.ts";
import { Time } from "../../../components/time.tsx";

type Execution = AnswerOf<"getExecution">;

const dayMs = 86_400_000;

/** The top frame of a stack, as error groups show it. */
const topFrame = (stack: string | null) => /^\s*at ([^\n]+)/m.exec(stack ?? "")?.[1] ?? null;

/** How often the same failure occurred, with a link to its page: `412 like this, the first 3 d ago`. */
export function Similar({ execution }: { execution: Execution }) {
  const { environment, functionId, error, startedAt } = execution;
  const from = useMemo(() => new Date(Date.parse(startedAt) - 7 * dayMs).toISOString(), [startedAt]);
  const { data } = useOperation(
    "listExecutionGroups",
    { query: { environment, ...(functionId === null ? {} : { functionId }), from, limit: 200 } },
    { enabled: error !== null && functionId !== null },
  );
  const frame = topFrame(error?.stack ?? null);
  const group = data?.items.find(
    (each) => each.sampleIds.includes(execution.id) || (each.code === error?.code && each.frame === frame),
  );
  if (group === undefined || functionId === null) return null;
  return (
    <p className="text-sm">
      <strong className="font-semibold">{count(group.count)}</strong>{" "}
      {group.count === 1 ? (
        "like this, this one"
      ) : (
        <>
          like this, the first <Time at={group.firstSeenAt} />
        </>
      )}
      {" · "}
      <Link
        to="/errors/$groupId"
        params={{ groupId: group.id }}
        search={environment === "production" ? { environment } : {}}
        className="link"
      >
        Open the error
      </Link>
    </p>
  );
}
