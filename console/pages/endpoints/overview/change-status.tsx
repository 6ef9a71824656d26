import { useState } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import type { Endpoint } from "../endpoint.ts";

/** Asks before an endpoint is disabled, naming its callers, or enabled again. */
export function ChangeStatus({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const isDisabled = endpoint.status === "disabled";
  const [from] = useState(() => new Date(Date.now() - 86_400_000).toISOString());
  const { data } = useOperation(
    "listExecutions",
    { query: { endpointId: endpoint.id, from, limit: 200 } },
    { enabled: !isDisabled },
  );
  const names = [...new Set(data?.items.map(({ caller }) => caller.name ?? caller.kind))];
  const called = data?.items.length ?? 0;
  return (
    <ConfirmAction
      operation={isDisabled ? "enableRuntimeEndpoint" : "disableRuntimeEndpoint"}
      input={{ params: { endpointId: endpoint.id } }}
      done={[isDisabled ? `${endpoint.name} is enabled` : `${endpoint.name} is disabled`]}
      onClose={onClose}
      title={isDisabled ? `Enable ${endpoint.name}?` : `Disable ${endpoint.name}?`}
      description={
        isDisabled
          ? "Within a second it accepts calls again in Development and Production."
          : "Within a second every call gets 403 in Development and Production. Running calls finish, and nothing is deleted."
      }
      consequences={
        isDisabled
          ? []
          : [
              endpoint.deployed.production
                ? "Production stops answering."
                : "Development stops answering. Production does not serve this endpoint.",
              ...(called === 0
                ? []
                : [
                    `${called}${data?.nextCursor ? "+" : ""} calls in the last 24 h, from ${names.slice(0, 5).join(", ")}${names.length > 5 ? " and others" : ""}.`,
                  ]),
            ]
      }
      {...(isDisabled ? {} : { typedName: endpoint.slug })}
      kind={isDisabled ? "primary" : "danger"}
      confirmLabel={isDisabled ? "Enable endpoint" : "Disable endpoint"}
    />
  );
}
