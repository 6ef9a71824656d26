import { CircleAlert } from "lucide-react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ShortId } from "../../components/button/short-id.tsx";
import { SourceLink } from "./source-link.tsx";

type Failure = NonNullable<AnswerOf<"getDeployment">["error"]>;

/**
 * Why a deployment failed, with links to the stage and the source line. Its target still serves the previous
 * deployment.
 */
export function FailureNote({ error, id, target }: { error: Failure; id: string; target: string }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-2.5 rounded-md border border-bad-line bg-bad-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-[min(12rem,80%)] flex-1">
        <p className="font-medium break-words text-bad">{error.message}</p>
        <p className="mt-0.5">{target} still serves its previous deployment.</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-1 text-xs text-muted">
          {error.code} in the step {error.step} · <ShortId id={id} />
        </p>
      </div>
      {error.file !== null && <SourceLink file={error.file} line={error.line} asButton />}
    </div>
  );
}
