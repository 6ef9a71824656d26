import { Link } from "@tanstack/react-router";
import type { ItemOf } from "../../api/use-operation.ts";

type Target = ItemOf<"listAuditEvents">["target"];

/** The target of an event, as a link when it has a page. */
export function TargetLink({ target: { kind, id, name } }: { target: Target }) {
  const text = name ?? id ?? kind;
  if (id === null) return text;
  const className = "hover:underline";
  if (kind === "function")
    return (
      <Link to="/functions/$functionId" params={{ functionId: id }} className={className}>
        {text}
      </Link>
    );
  if (kind === "runtime-endpoint")
    return (
      <Link to="/endpoints/$endpointId" params={{ endpointId: id }} className={className}>
        {text}
      </Link>
    );
  if (kind === "deployment")
    return (
      <Link to="/deployments/$deploymentId" params={{ deploymentId: id }} className={className}>
        {text}
      </Link>
    );
  if (kind === "execution")
    return (
      <Link to="/executions/$executionId" params={{ executionId: id }} className={className}>
        {text}
      </Link>
    );
  return text;
}
