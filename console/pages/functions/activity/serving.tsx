import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";

/** Which revision runs where, in one line: `Production r3 · Development r4 · Draft r5`. */
export function Serving({ activity, draft }: { activity: AnswerOf<"getFunctionActivity">; draft: number }) {
  const { serving } = activity;
  return (
    <span aria-label="Live revisions" role="group" className="flex flex-wrap gap-x-1.5 text-xs font-normal text-muted">
      {serving.map(({ environment, revision }) => (
        <span key={environment} className="whitespace-nowrap">
          {environmentNames[environment]} <span className="font-mono text-ink">r{revision}</span>
          <span aria-hidden> ·</span>
        </span>
      ))}
      <span className="whitespace-nowrap">
        Draft <span className="font-mono text-ink">r{draft}</span>
      </span>
    </span>
  );
}
