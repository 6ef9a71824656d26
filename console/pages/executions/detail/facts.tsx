import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Facts } from "../../../components/card.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Time } from "../../../components/time.tsx";
import { CallerFact } from "./caller-link.tsx";

type Execution = AnswerOf<"getExecution">;
type Fact = [string, ReactNode];

const tests = "None (a test runs the saved source)";

interface ExecutionFactsProps {
  execution: Execution;
  /** The name of the tool or route; null while it is loading, or when it no longer exists. */
  bindingName: string | null;
}

/** The id of its trace, and a link to where it is shown. */
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

function FunctionFact({ execution: { functionId, functionName }, revision }: FunctionFactProps) {
  return functionId === null ? (
    functionName
  ) : (
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

/** Where a call came from and what served it, as links. */
export function ExecutionFacts({ execution, bindingName }: ExecutionFactsProps) {
  const { functionId, deploymentId, endpointId, bindingId, source } = execution;
  const deployment = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: deploymentId ?? "" } },
    { enabled: deploymentId !== null, staleTime: 60_000 },
  );
  const endpoint = useOperation(
    "getRuntimeEndpoint",
    { params: { endpointId: endpointId ?? "" } },
    { enabled: endpointId !== null, staleTime: 60_000 },
  );
  const revision = deployment.data?.functions.find((each) => each.functionId === functionId)?.revision;
  const items: Fact[] = [
    ["Started", <Time key="started" at={execution.startedAt} exact />],
    ...(execution.archived === true ? [["Kept in", "The archive"] satisfies Fact] : []),
    ["Function", <FunctionFact key="function" execution={execution} revision={revision} />],
    [
      "Deployment",
      deploymentId === null ? (
        tests
      ) : (
        <Link to="/deployments/$deploymentId" params={{ deploymentId }} className="link">
          {deployment.data ? `#${deployment.data.number} ${deployment.data.kind}` : "open"}
        </Link>
      ),
    ],
    [
      "Endpoint",
      endpointId === null ? (
        `none: ${source === "cron" ? "a cron binding ran it" : "it was run by hand"}`
      ) : (
        <Link to="/endpoints/$endpointId" params={{ endpointId }} className="link">
          {endpoint.data?.name ?? "open"}
        </Link>
      ),
    ],
    ...(execution.deliveryId === undefined
      ? []
      : [
          [
            "Delivery",
            <Link key="delivery" to="/deliveries" search={{ delivery: execution.deliveryId }} className="link">
              open
            </Link>,
          ] satisfies Fact,
        ]),
    ...(bindingId === null || endpointId === null
      ? []
      : [
          [
            "Binding",
            <span key="binding" className="flex flex-wrap items-center gap-x-2">
              <Link
                to="/endpoints/$endpointId"
                params={{ endpointId }}
                search={{ tab: "bindings" as const, binding: bindingId }}
                className="link"
              >
                {bindingName ?? "open"}
              </Link>
              <ShortId id={bindingId} />
            </span>,
          ] as Fact,
        ]),
    ["Caller", <CallerFact key="caller" execution={execution} />],
    [
      "Tenant",
      <Link key="tenant" to="/executions" search={{ tenantId: execution.tenantId }} className="link break-all">
        {execution.tenantId}
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
    ...(execution.traceId === undefined ? [] : [["Trace", traceOf(execution.traceId, execution.traceUrl)] as Fact]),
  ];
  return <Facts items={items} />;
}
