import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Facts } from "../../../components/card.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Time } from "../../../components/time.tsx";
import { shownName } from "../shown-name.ts";
import { CallerFact } from "./caller-link.tsx";

type Execution = AnswerOf<"getExecution">;

interface ExecutionFactsProps {
  execution: Execution;
  /** The name of the tool or route; null while it is loading, or if it was deleted. */
  bindingName: string | null;
}

/** The id of its trace, and a link to the page that shows it. */
const traceOf = (traceId: string, url: string | null) => (
  <span key="trace" className="flex flex-wrap items-center gap-x-2">
    {url !== null && (
      <a className="link" href={url} target="_blank" rel="noreferrer">
        Open the trace
      </a>
    )}
    <ShortId id={traceId} label="Copy trace id" />
  </span>
);

interface FunctionFactProps {
  execution: Execution;
  /** Undefined while it is loading. */
  revision: number | undefined;
}

function FunctionFact({ execution, revision }: FunctionFactProps) {
  const { functionId, preview } = execution;
  const functionName = shownName(execution);
  // A preview serves Functions that nobody has pushed, which have no page.
  const saved = useOperation(
    "getFunction",
    { params: { functionId: functionId ?? "" } },
    { enabled: functionId !== null && preview !== undefined, staleTime: 60_000 },
  );
  if (functionId === null || (preview !== undefined && saved.data === undefined)) return functionName;
  return (
    <span className="flex flex-wrap gap-x-2">
      <Link to="/functions/$functionId" params={{ functionId }} className="link">
        {functionName}
      </Link>
      <Link
        to="/functions/$functionId"
        params={{ functionId }}
        search={{ tab: "versions", to: revision }}
        className="link"
      >
        {revision === undefined ? "versions" : `revision ${revision}`}
      </Link>
    </span>
  );
}

function BindingFact({ execution: { endpointId, bindingId }, name }: { execution: Execution; name: string | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Link
        to="/endpoints/$endpointId"
        params={{ endpointId: endpointId ?? "" }}
        search={{ tab: "bindings" as const, binding: bindingId ?? "" }}
        className="link"
      >
        {name ?? "open"}
      </Link>
      <ShortId id={bindingId ?? ""} />
    </span>
  );
}

const kindWords: Record<NonNullable<Execution["mcpKind"]>, string> = {
  tool: "a tool",
  resource: "a resource",
  prompt: "a prompt",
  completion: "values of an argument (completion)",
};

/** How a call came about that came through no endpoint; anything else was run by hand. */
const withoutEndpoint: Partial<Record<Execution["source"], string>> = {
  cron: "a cron binding ran it",
  run: "it is an attempt of a run",
};

function EndpointFact({ execution: { endpointId, source, preview } }: { execution: Execution }) {
  const { data, error } = useOperation(
    "getRuntimeEndpoint",
    { params: { endpointId: endpointId ?? "" } },
    { enabled: endpointId !== null, staleTime: 60_000 },
  );
  if (endpointId === null) return `none: ${withoutEndpoint[source] ?? "it was run by hand"}`;
  if (preview !== undefined && error !== null) return "only in its preview";
  return (
    <Link to="/endpoints/$endpointId" params={{ endpointId }} className="link">
      {data?.name ?? "open"}
    </Link>
  );
}

/** The deployment that served it, or its preview: a preview serves builds, which are not deployments. */
function servedBy(
  { deploymentId, preview }: Execution,
  deployment: AnswerOf<"getDeployment"> | undefined,
): [string, ReactNode] {
  if (preview !== undefined)
    return [
      "Preview",
      <Link key="preview" to="/executions" search={{ preview }} className="link">
        {preview}
      </Link>,
    ];
  if (deploymentId === null) return ["Deployment", "None (a test runs the saved source)"];
  return [
    "Deployment",
    <Link key="deployment" to="/deployments/$deploymentId" params={{ deploymentId }} className="link">
      {deployment === undefined ? "open" : `#${deployment.number} ${deployment.kind}`}
    </Link>,
  ];
}

/** The run of which it is an attempt. */
function runOf({ run }: Execution): [string, React.ReactNode] | false {
  if (run === undefined) return false;
  return [
    "Run",
    <Link key="run" to="/runs/$runId" params={{ runId: run.id }} className="link">
      attempt {run.attempt}
    </Link>,
  ];
}

/** Where a call came from and what served it, as links. */
export function ExecutionFacts({ execution, bindingName }: ExecutionFactsProps) {
  const { functionId, deploymentId, endpointId, bindingId, deliveryId, tenantId, traceId, preview, uri } = execution;
  const deployment = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: deploymentId ?? "" } },
    { enabled: deploymentId !== null && preview === undefined, staleTime: 60_000 },
  );
  const revision = deployment.data?.functions.find((each) => each.functionId === functionId)?.revision;
  return (
    <Facts
      items={[
        ["Started", <Time key="started" at={execution.startedAt} exact />],
        execution.archived === true && ["Kept in", "The archive"],
        ["Function", <FunctionFact key="function" execution={execution} revision={revision} />],
        servedBy(execution, deployment.data),
        ["Endpoint", <EndpointFact key="endpoint" execution={execution} />],
        deliveryId !== undefined && [
          "Delivery",
          <Link key="delivery" to="/deliveries" search={{ delivery: deliveryId }} className="link">
            open
          </Link>,
        ],
        runOf(execution),
        bindingId !== null &&
          endpointId !== null && ["Binding", <BindingFact key="binding" execution={execution} name={bindingName} />],
        execution.httpStatus !== undefined && [
          "HTTP status",
          <Link key="status" to="/executions" search={{ httpStatus: String(execution.httpStatus) }} className="link">
            {execution.httpStatus}
          </Link>,
        ],
        execution.mcpKind !== undefined && ["Asked for", kindWords[execution.mcpKind]],
        uri !== undefined && [
          "URI",
          <Link key="uri" to="/executions" search={{ uri }} className="link font-mono text-xs break-all">
            {uri}
          </Link>,
        ],
        ["Caller", <CallerFact key="caller" execution={execution} />],
        [
          "Tenant",
          <Link key="tenant" to="/executions" search={{ tenantId }} className="link break-all">
            {tenantId}
          </Link>,
        ],
        ["Start", execution.coldStart ? "cold (a new isolate was started)" : "warm"],
        [
          "Worker",
          <span key="worker" className="font-mono text-xs break-all">
            {execution.workerId}
          </span>,
        ],
        ["Request", <ShortId key="request" id={execution.requestId} label="Copy request id" />],
        ["Execution", <ShortId key="id" id={execution.id} />],
        traceId !== undefined && ["Trace", traceOf(traceId, execution.traceUrl)],
      ]}
    />
  );
}
