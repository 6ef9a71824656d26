import { isStarted } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Facts } from "../../../components/card.tsx";
import { bytes } from "../../../components/format.ts";
import { Mono } from "../../../components/mono.tsx";
import { Time } from "../../../components/time.tsx";
import { callerText } from "../../executions/caller-text.ts";
import { kindNames } from "../run-kinds.ts";
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

/** What only a cron run has. */
const ofCron = ({ cron, bindingId }: Run): Fact[] =>
  cron === null
    ? []
    : [
        [
          "Cron",
          <span key="cron" className="flex flex-wrap gap-x-2">
            <Link to="/crons" search={{ cron: bindingId ?? undefined }} className="link">
              open
            </Link>
            <Link to="/runs" search={{ cronBindingId: bindingId ?? undefined }} className="link">
              its runs
            </Link>
          </span>,
        ],
        ["Scheduled for", <Time key="scheduled" at={cron.scheduledFor} exact />],
        [
          "Trigger",
          cron.trigger === "schedule"
            ? `its schedule${cron.catchesUp ? ", to catch up" : ""}`
            : (cron.requestedBy ?? "a person"),
        ],
      ];

/** What only a delivery has. */
const ofDelivery = ({ delivery, id }: Run): Fact[] =>
  delivery === null
    ? []
    : [
        [
          "Delivery",
          <Link key="delivery" to="/deliveries" search={{ delivery: id }} className="link">
            open
          </Link>,
        ],
        ["Body", bytes(delivery.size)],
        delivery.redeliveredAt !== null && [
          "Delivered again",
          <Time key="redelivered" at={delivery.redeliveredAt} exact />,
        ],
      ];

/** The runs that it comes from. */
const relatedTo = ({ mode, parentId, replayOf }: Run): Fact[] => [
  parentId !== null && [
    "Parent",
    <Link key="parent" to="/runs/$runId" params={{ runId: parentId }} className="link">
      open
    </Link>,
  ],
  replayOf !== null && [
    isStarted(mode) ? "Replay of" : "Again after",
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
  isOpen(status) && deadlineAt !== null && ["Deadline", <Time key="deadline" at={deadlineAt} />],
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
        ["Kind", kindNames[run.mode]],
        isStarted(run.mode) && ["Started by", sources[run.source]],
        ...ofCron(run),
        ...ofDelivery(run),
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
        [
          "Attempts",
          run.delivery === null ? String(run.attempt) : `${run.attempt}, at most ${run.delivery.maxAttempts}`,
        ],
        run.key !== null && [run.delivery === null ? "Key" : "Sender's id", <Mono key="key">{run.key}</Mono>],
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
