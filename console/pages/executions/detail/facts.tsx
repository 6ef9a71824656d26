import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { Facts } from "../../../components/card.tsx";
import { ShortId } from "../../../components/short-id.tsx";
import { Time } from "../../../components/time.tsx";
import { callerText } from "../caller-text.ts";

type Execution = AnswerOf<"getExecution">;
type Fact = [string, ReactNode];

const tests = "none: a test runs the saved source";

/** Where a call came from and what served it, each a link. */
export function ExecutionFacts({ execution }: { execution: Execution }) {
  const { functionId, functionName, deploymentId, endpointId, bindingId, environment, source } = execution;
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
  const versions = useOperation(
    "listFunctionVersions",
    { params: { functionId: functionId ?? "" }, query: { limit: 200 } },
    { enabled: functionId !== null && deployment.data?.active === true, staleTime: 60_000 },
  );
  const revision = versions.data?.items.find(({ activeIn }) => activeIn.includes(environment))?.revision;
  const functionFact: ReactNode =
    functionId === null ? (
      functionName
    ) : (
      <span className="flex flex-wrap gap-x-2">
        <Link to="/functions/$functionId" params={{ functionId }} className="link">
          {functionName}
        </Link>
        <Link to="/functions/$functionId" params={{ functionId }} search={{ tab: "versions" }} className="link">
          {revision === undefined ? "versions" : `revision ${revision}`}
        </Link>
      </span>
    );
  const items: Fact[] = [
    ["Started", <Time key="started" at={execution.startedAt} />],
    ["Function", functionFact],
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
    ...(bindingId === null ? [] : [["Binding", <ShortId key="binding" id={bindingId} />] as Fact]),
    [
      "Caller",
      <Link key="caller" to="/executions" search={{ tenantId: execution.tenantId }} className="hover:underline">
        {callerText(execution.caller)}
      </Link>,
    ],
    [
      "Tenant",
      <Link key="tenant" to="/executions" search={{ tenantId: execution.tenantId }} className="link break-all">
        {execution.tenantId}
      </Link>,
    ],
    ["Began", execution.coldStart ? "cold: an isolate was made for it" : "warm"],
    [
      "Worker",
      <span key="worker" className="font-mono text-xs break-all">
        {execution.workerId}
      </span>,
    ],
    ["Request", <ShortId key="request" id={execution.requestId} label="Copy request id" />],
    ["Execution", <ShortId key="id" id={execution.id} />],
  ];
  return <Facts items={items} />;
}
