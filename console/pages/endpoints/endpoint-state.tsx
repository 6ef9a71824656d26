import type { Environment } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleDashed } from "lucide-react";
import { Badge } from "../../components/badge.tsx";
import type { Endpoint } from "./endpoint.ts";

/** Whether the endpoint admits any callers. */
export const EndpointState = ({ status }: { status: Endpoint["status"] }) =>
  status === "active" ? (
    <Badge tone="good" icon={Check}>
      Active
    </Badge>
  ) : (
    <Badge tone="warn" icon={Ban}>
      Disabled
    </Badge>
  );

/** Whether an environment serves its address. */
export function ServedState({
  endpoint: { status, deployed },
  environment,
}: {
  endpoint: Pick<Endpoint, "status" | "deployed">;
  environment: Environment;
}) {
  if (!deployed[environment]) return <Badge icon={CircleDashed}>Not deployed</Badge>;
  return status === "disabled" ? (
    <Badge tone="warn" icon={Ban}>
      Refuses calls
    </Badge>
  ) : (
    <Badge tone="good" icon={Check}>
      Live
    </Badge>
  );
}
