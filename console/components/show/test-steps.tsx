import { Badge, type Tone } from "../badge.tsx";

type Outcome = "ok" | "failed" | "unknown";

const outcomes: Record<Outcome, readonly [Tone, string]> = {
  ok: ["good", "Good"],
  failed: ["bad", "Wrong"],
  unknown: ["warn", "Not known"],
};

interface TestStep {
  label: string;
  outcome: Outcome;
  message: string;
}

/** The result of a test of something outside, step by step. */
export const TestSteps = ({ steps }: { steps: readonly TestStep[] }) => (
  <div role="status" className="mt-3 border-t border-line pt-3">
    <ul className="grid gap-2 text-sm">
      {steps.map(({ label, outcome, message }) => (
        <li key={label} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Badge tone={outcomes[outcome][0]}>{outcomes[outcome][1]}</Badge>
          <span className="font-medium">{label}</span>
          <span className="min-w-0 text-muted">{message}</span>
        </li>
      ))}
    </ul>
  </div>
);
