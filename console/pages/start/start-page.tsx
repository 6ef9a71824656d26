import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { classNames } from "../../components/class-names.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/states.tsx";
import { BindStep } from "./bind-step.tsx";
import { CallStep } from "./call-step.tsx";
import { DeployStep } from "./deploy-step.tsx";
import { StepMark } from "./step-mark.tsx";
import { useFirstSteps } from "./use-first-steps.ts";
import { WriteStep } from "./write-step.tsx";

interface StepProps {
  number: number;
  title: string;
  /** The result of the step, or its purpose. */
  summary: string;
  done: boolean;
  /** The current step. */
  current: boolean;
  children: ReactNode;
}

const Step = ({ number, title, summary, done, current, children }: StepProps) => (
  <li
    aria-current={current ? "step" : undefined}
    className={classNames("flex gap-3.5 rounded-lg border p-4", current ? "border-control bg-surface" : "border-line")}
  >
    <StepMark number={number} done={done} />
    <div className="min-w-0 flex-1">
      <h2 className={classNames("text-base font-semibold", !current && !done && "text-muted")}>{title}</h2>
      <p className="text-sm text-muted">{summary}</p>
      {current && <div className="mt-3">{children}</div>}
    </div>
  </li>
);

type FirstSteps = ReturnType<typeof useFirstSteps>;

/** Opens the user's own call when it arrives. The latest call from before the user arrived is not theirs. */
function useOpenedCall({ isReady, call }: Pick<FirstSteps, "isReady" | "call">): void {
  const navigate = useNavigate();
  const seen = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (!isReady) return;
    if (seen.current === undefined) seen.current = call?.id ?? null;
    else if (call && call.id !== seen.current)
      void navigate({ to: "/executions/$executionId", params: { executionId: call.id } });
  }, [isReady, call, navigate]);
}

const stepsOf = ({ endpoint, written, bound, deployed }: FirstSteps): Omit<StepProps, "number" | "current">[] => [
  {
    title: "Write",
    summary: written ? "The Project has a Function." : "A Function is TypeScript with typed input and output.",
    done: written,
    children: <WriteStep />,
  },
  {
    title: "Bind",
    summary: bound
      ? `It is a tool of ${endpoint?.name ?? "an endpoint"}.`
      : "Bind it to an MCP endpoint under the name that callers see.",
    done: bound,
    children: <BindStep endpointId={endpoint?.id} />,
  },
  {
    title: "Deploy",
    summary: deployed ? "Development serves it." : "Build your drafts and activate them in Development.",
    done: deployed,
    children: <DeployStep />,
  },
  {
    title: "Call",
    summary: "Call it with its own key from a client, a shell or this page.",
    done: false,
    children: endpoint && <CallStep endpointId={endpoint.id} url={endpoint.urls.development} />,
  },
];

/**
 * The steps to a first live tool call. Each is ticked automatically; the last one waits, and opens the call when it
 * arrives.
 */
export function StartPage() {
  const first = useFirstSteps(true);
  // The page then requests what a step has created. Until that arrives, it stays unchanged and keeps the focus.
  const [isReady, setReady] = useState(first.isReady);
  if (first.isReady && !isReady) setReady(true);
  useOpenedCall({ isReady, call: first.call });
  const steps = stepsOf(first);
  const current = steps.findIndex(({ done }) => !done);
  return (
    <Page
      title="First steps"
      description="Turn a Function into a tool that an assistant can call. Every call is recorded."
    >
      {first.error && <ErrorNote error={first.error} />}
      {!isReady && !first.error && (
        <div role="status" aria-label="Loading" className="grid max-w-3xl gap-3">
          <Skeleton className="h-40" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      {isReady && (
        <ol className="grid max-w-3xl gap-3">
          {steps.map((step, index) => (
            <Step key={step.title} number={index + 1} current={index === current} {...step} />
          ))}
        </ol>
      )}
    </Page>
  );
}
