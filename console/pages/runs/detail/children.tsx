import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Card } from "../../../components/card.tsx";
import { Time } from "../../../components/time.tsx";
import { RunBadge } from "../run-badge.tsx";

/** The runs that a run has started. */
export function Children({ run: { id, children } }: { run: AnswerOf<"getRun"> }) {
  if (children.length === 0) return null;
  return (
    <Card
      title={`Started by it · ${children.length}`}
      flush
      actions={
        <Link to="/runs" search={{ parentId: id }} className="link text-xs">
          Show in the list
        </Link>
      }
    >
      <ul aria-label="Runs that it started">
        {children.map((child) => (
          <li key={child.id} className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2 text-sm">
            <RunBadge status={child.status} />
            <Link to="/runs/$runId" params={{ runId: child.id }} className="link min-w-0 flex-1 truncate">
              {child.functionName}
            </Link>
            <span className="text-muted">
              <Time at={child.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
