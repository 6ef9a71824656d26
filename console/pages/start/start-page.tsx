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
  /** What was done, or what the step is for. */
  summary: string;
  done: boolean;
  /** The step to do now. */
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

/**
 * The steps to a first live tool call. They tick themselves; the last one waits, and opens the call when it arrives.
 */
export function StartPage() {
  const navigate = useNavigate();
  const { isReady: isRead, error, endpoint, written, bound, deployed, call } = useFirstSteps(true);
  // The page then requests what a step created. Meanwhile it stays as it is, with its focus.
  const [isReady, setReady] = useState(isRead);
  if (isRead && !isReady) setReady(true);
  const seen = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (!isReady) return;
    // The latest call on arrival is an old one. The next one is the user's own.
    if (seen.current === undefined) seen.current = call?.id ?? null;
    else if (call && call.id !== seen.current)
      void navigate({ to: "/executions/$executionId", params: { executionId: call.id } });
  }, [isReady, call, navigate]);
  const current = [written, bound, deployed].indexOf(false);
  return (
    <Page
      title="First steps"
      description="Turn a Function into a tool that an assistant can call. Every call is recorded."
    >
      {error && <ErrorNote error={error} />}
      {!isReady && !error && (
        <div role="status" aria-label="Loading" className="grid max-w-3xl gap-3">
          <Skeleton className="h-40" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      {isReady && (
        <ol className="grid max-w-3xl gap-3">
          <Step
            number={1}
            title="Write"
            summary={written ? "The Project has a Function." : "A Function is TypeScript with typed input and output."}
            done={written}
            current={current === 0}
          >
            <WriteStep />
          </Step>
          <Step
            number={2}
            title="Bind"
            summary={
              bound
                ? `It is a tool of ${endpoint?.name ?? "an endpoint"}.`
                : "Bind it to an MCP endpoint under the name that callers see."
            }
            done={bound}
            current={current === 1}
          >
            <BindStep endpointId={endpoint?.id} />
          </Step>
          <Step
            number={3}
            title="Deploy"
            summary={deployed ? "Development serves it." : "Build your drafts and activate them in Development."}
            done={deployed}
            current={current === 2}
          >
            <DeployStep />
          </Step>
          <Step
            number={4}
            title="Call"
            summary="Call it with its own key from a client, a shell or this page."
            done={false}
            current={current === -1}
          >
            {endpoint && <CallStep endpointId={endpoint.id} url={endpoint.urls.development} />}
          </Step>
        </ol>
      )}
    </Page>
  );
}
