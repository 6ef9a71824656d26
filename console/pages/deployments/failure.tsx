import { CircleAlert } from "lucide-react";
import { loadChunk } from "../../api/load-chunk.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ShortId } from "../../components/button/short-id.tsx";
import { CodeLink } from "../../components/show/code-link.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { AskAgent } from "../ask/ask-agent.tsx";
import { SourceLink } from "./source-link.tsx";

type Failure = NonNullable<AnswerOf<"getDeployment">["error"]>;

/**
 * Why a deployment failed, with links to the stage and the source line. Its target still serves the previous
 * deployment.
 */
export function FailureNote({ deployment, error }: { deployment: AnswerOf<"getDeployment">; error: Failure }) {
  const { id, target } = deployment;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-2.5 rounded-md border border-bad-line bg-bad-soft px-3 py-2.5 text-sm"
    >
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-[min(12rem,80%)] flex-1">
        <p className="font-medium break-words text-bad">{error.message}</p>
        <p className="mt-0.5">{environmentNames[target]} still serves its previous deployment.</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-1 text-xs text-muted">
          <CodeLink code={error.code} of="diagnostics" /> in the step {error.step} · <ShortId id={id} />
        </p>
      </div>
      <AskAgent
        load={async () =>
          (await loadChunk(() => import("../ask/ask-about-deployment.ts"))).askAboutDeployment(deployment)
        }
      />
      {error.file !== null && <SourceLink file={error.file} line={error.line} asButton />}
    </div>
  );
}
