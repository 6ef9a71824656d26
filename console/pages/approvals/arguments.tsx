import { useState } from "react";
import { Badge } from "../../components/badge.tsx";
import { JsonView } from "../../components/show/json-view.tsx";
import { Time } from "../../components/time.tsx";
import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { argumentRows, type ArgumentRow } from "./argument-rows.ts";

type Approval = AnswerOf<"getApproval">;

const marks: Readonly<Record<ArgumentRow["change"], string | null>> = {
  same: null,
  changed: "Changed",
  added: "New",
  removed: "Gone",
};

function Row({ row: { label, value, before, change } }: { row: ArgumentRow }) {
  const mark = marks[change];
  return (
    <div className="grid gap-0.5 border-b border-line py-2 last:border-b-0">
      <dt className="flex items-center gap-2 text-sm text-muted">
        <span className="min-w-0 break-words">{label}</span>
        {mark !== null && <Badge tone={change === "removed" ? "neutral" : "warn"}>{mark}</Badge>}
      </dt>
      <dd className="min-w-0">
        {value !== null && <span className="text-base break-words whitespace-pre-wrap">{value}</span>}
        {before !== null && change !== "same" && (
          <span className="block text-sm break-words whitespace-pre-wrap text-muted">
            before: <s>{before}</s>
          </span>
        )}
      </dd>
    </div>
  );
}

interface ArgumentsProps {
  approval: Approval;
  /** It belongs to the selected Project, so other pages may be linked. */
  isHere: boolean;
}

/** What exactly will be done: each argument in words, and what differs from the last approved one like it. */
export function Arguments({ approval: { details, lastLike }, isHere }: ArgumentsProps) {
  const [isRaw, setRaw] = useState(false);
  const rows = argumentRows(details, lastLike === null ? undefined : lastLike.details);
  const differing = rows.filter(({ change }) => change !== "same").length;
  return (
    <>
      <p className="mb-1 text-sm text-muted">
        {lastLike === null ? (
          "It is the first one of its kind: there is nothing to compare it with."
        ) : (
          <>
            {differing === 0 ? "Nothing differs" : `${differing} of ${rows.length} differ`} from{" "}
            {isHere ? (
              <Link to="/approvals/$approvalId" params={{ approvalId: lastLike.id }} className="link">
                the last approved one like it
              </Link>
            ) : (
              "the last approved one like it"
            )}
            , <Time at={lastLike.at} />.
          </>
        )}
      </p>
      {isRaw ? (
        <JsonView value={details} label="Arguments" />
      ) : (
        <dl aria-label="Arguments">
          {rows.map((row) => (
            <Row key={JSON.stringify(row.path)} row={row} />
          ))}
        </dl>
      )}
      <button
        type="button"
        className="link mt-2 inline-flex min-h-6 items-center text-sm"
        onClick={() => setRaw(!isRaw)}
      >
        {isRaw ? "Show as a list" : "Show as JSON"}
      </button>
    </>
  );
}
