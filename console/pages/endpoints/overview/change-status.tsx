import { useState } from "react";
import { useAction } from "../../../api/use-action.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Endpoint } from "../endpoint.ts";

const changes = ["getRuntimeEndpoint", "listRuntimeEndpoints", "listEnvironments"] as const;

/** Asks before an endpoint is disabled, naming its callers, or enabled again. */
export function ChangeStatus({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const isDisabled = endpoint.status === "disabled";
  const [from] = useState(() => new Date(Date.now() - 86_400_000).toISOString());
  const { data } = useOperation(
    "listExecutions",
    { query: { endpointId: endpoint.id, from, limit: 200 } },
    { enabled: !isDisabled },
  );
  const change = useAction(isDisabled ? "enableRuntimeEndpoint" : "disableRuntimeEndpoint", {
    changes,
    onSuccess: () => {
      toast(isDisabled ? `${endpoint.name} is enabled` : `${endpoint.name} is disabled`);
      onClose();
    },
  });
  const names = [...new Set(data?.items.map(({ caller }) => caller.name ?? caller.kind))];
  const called = data?.items.length ?? 0;
  return (
    <ConfirmDialog
      open
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
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ params: { endpointId: endpoint.id } })}
    />
  );
}
