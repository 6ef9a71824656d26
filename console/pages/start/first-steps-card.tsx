import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { StepMark } from "./step-mark.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

const key = "ferrule.first-steps-put-away";

/**
 * On a dashboard without calls: the progress to the first one. Once the Project was called, or the user dismissed the
 * card, it does not come back.
 */
export function FirstStepsCard() {
  const [away, setAway] = useState(() => localStorage.getItem(key) !== null);
  const { isReady, written, bound, deployed, call } = useFirstSteps(false);
  if (away || !isReady || call) return null;
  const steps = [
    ["Write", written],
    ["Bind", bound],
    ["Deploy", deployed],
    ["Call", false],
  ] as const;
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-56 flex-1">
        <h2 className="text-sm font-semibold">Make your first live tool call</h2>
        <p className="text-sm text-muted">It takes about a minute.</p>
      </div>
      <ol className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {steps.map(([name, done], index) => (
          <li key={name} className="flex items-center gap-1.5">
            <StepMark number={index + 1} done={done} />
            {name}
          </li>
        ))}
      </ol>
      <div className="flex gap-2">
        <Button
          kind="quiet"
          onClick={() => {
            localStorage.setItem(key, "1");
            setAway(true);
          }}
        >
          Dismiss
        </Button>
        <LinkButton kind="primary" to="/start">
          {deployed ? "Make the call" : "Begin"}
        </LinkButton>
      </div>
    </section>
  );
}
