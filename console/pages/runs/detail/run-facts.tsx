import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Facts } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { Time } from "../../../components/time.tsx";
import { callerText } from "../../executions/caller-text.ts";
import { isOpen } from "../run-states.ts";

type Run = AnswerOf<"getRun">;

function DeploymentFact({ deploymentId }: { deploymentId: string }) {
  const { data } = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: deploymentId } },
    { staleTime: 60_000 },
  );
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link to="/deployments/$deploymentId" params={{ deploymentId }} className="link">
        {data === undefined ? "open" : `#${data.number}`}
      </Link>
      <Link to="/runs" search={{ deploymentId }} className="link">
        its runs
      </Link>
    </span>
  );
}

const sources: Readonly<Record<Run["source"], string>> = {
  mcp: "a tool call",
  http: "a request",
  cron: "a cron",
  delivery: "a delivery",
  function: "another Function",
  console: "a person, in the console",
  api: "the management API",
};

type Fact = readonly [string, ReactNode] | false;

/** The runs that it comes from. */
const relatedTo = ({ parentId, replayOf }: Run): Fact[] => [
  parentId !== null && [
    "Parent",
    <Link key="parent" to="/runs/$runId" params={{ runId: parentId }} className="link">
      open
    </Link>,
  ],
  replayOf !== null && [
    "Replay of",
    <Link key="replay" to="/runs/$runId" params={{ runId: replayOf }} className="link">
      open
    </Link>,
  ],
];

const timesOf = ({ createdAt, startedAt, finishedAt, dueAt, deadlineAt, status }: Run): Fact[] => [
  ["Created", <Time key="created" at={createdAt} exact />],
  startedAt !== null && ["Latest attempt", <Time key="latest" at={startedAt} exact />],
  finishedAt !== null && ["Ended", <Time key="ended" at={finishedAt} exact />],
  dueAt !== null && isOpen(status) && Date.parse(dueAt) > Date.now() && ["Goes on", <Time key="due" at={dueAt} />],
  isOpen(status) && ["Deadline", <Time key="deadline" at={deadlineAt} />],
];

/** Where a run came from, what it runs, and its times. */
export function RunFacts({ run }: { run: Run }) {
  const { functionId, functionName, deploymentId, endpointId, called } = run;
  return (
    <Facts
      items={[
        [
          "Function",
          <span key="function" className="flex flex-wrap gap-x-2">
            <Link to="/functions/$functionId" params={{ functionId }} className="link">
              {functionName}
            </Link>
            <Link to="/runs" search={{ functionId }} className="link">
              its runs
            </Link>
          </span>,
        ],
        ["Started by", sources[run.source]],
        called !== null && [
          "Called",
          endpointId === null ? (
            <Mono key="called">{called}</Mono>
          ) : (
            <Link key="called" to="/endpoints/$endpointId" params={{ endpointId }} className="link">
              <Mono>{called}</Mono>
            </Link>
          ),
        ],
        ...relatedTo(run),
        deploymentId !== null && ["Deployment", <DeploymentFact key="deployment" deploymentId={deploymentId} />],
        ...timesOf(run),
        ["Attempts", String(run.attempt)],
        run.key !== null && ["Key", <Mono key="key">{run.key}</Mono>],
        run.priority !== 0 && ["Priority", String(run.priority)],
        ["Caller", callerText(run.caller)],
        [
          "Tenant",
          <Link key="tenant" to="/runs" search={{ tenantId: run.tenantId }} className="link break-all">
            {run.tenantId}
          </Link>,
        ],
        ["Request", <ShortId key="request" id={run.requestId} label="Copy request id" />],
        ["Run", <ShortId key="id" id={run.id} />],
        [
          "Executions",
          <Link key="executions" to="/executions" search={{ runId: run.id }} className="link">
            of all attempts
          </Link>,
        ],
      ]}
    />
  );
}
