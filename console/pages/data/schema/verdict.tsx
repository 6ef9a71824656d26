import { CircleCheck, TriangleAlert } from "lucide-react";
import { Link } from "@tanstack/react-router";
import { count, counted } from "../../../components/format.ts";
import { Note } from "../../../components/note.tsx";
import type { AnswerOf } from "../../../api/use-operation.ts";

type Compatibility = AnswerOf<"previewDataCollectionVersion">;

/** How well the records fit another version of their schema: the number that fit, and the first that do not. */
export function Verdict({ collectionId, verdict }: { collectionId: string; verdict: Compatibility }) {
  const { compatible, checked, failing, samples } = verdict;
  if (compatible)
    return (
      <Note role="status" tone="good" icon={CircleCheck} title="All records match">
        {checked === 0
          ? "There are no records yet in either environment."
          : `${counted(checked, "record")} checked across both environments and all tenants.`}
      </Note>
    );
  return (
    <Note
      role="status"
      tone="bad"
      icon={TriangleAlert}
      title={`${count(failing)} of ${counted(checked, "record")} ${failing === 1 ? "does" : "do"} not match`}
    >
      <p>Change the schema, or add a mapping that converts them. Nothing was stored.</p>
      <ul aria-label="Records that do not match" className="mt-2 grid gap-1 text-xs">
        {samples.map(({ recordId, environment, tenantId, path, message }) => (
          <li key={`${environment} ${tenantId} ${recordId}`} className="flex flex-wrap gap-x-2">
            <Link
              to="/data"
              search={{
                environment: environment === "production" ? environment : undefined,
                collection: collectionId,
                tenant: tenantId === "default" ? undefined : tenantId,
                record: recordId,
              }}
              className="link font-mono break-all"
            >
              {recordId}
            </Link>
            <span className="text-muted">
              {tenantId}, {environment}:
            </span>
            <span>
              <code className="font-mono">{path}</code> {message}
            </span>
          </li>
        ))}
      </ul>
    </Note>
  );
}
