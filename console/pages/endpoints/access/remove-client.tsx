import { useAction } from "../../../api/use-action.ts";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Endpoint } from "../endpoint.ts";
import type { OauthClientRow } from "./oauth-client-row.ts";

/** Asks before a registered program is removed. */
export function RemoveClient({
  endpoint,
  client,
  onClose,
}: {
  endpoint: Endpoint;
  client: OauthClientRow;
  onClose: () => void;
}) {
  const remove = useAction("deleteOauthClient", {
    changes: ["listOauthClients", "listEndpointOauthGrants", "listOauthGrants"],
    onSuccess: () => {
      toast(`${client.name} was removed`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove ${client.name}?`}
      description="This cannot be undone. A new registration has a different client ID."
      consequences={["Within a second, its calls are refused for everyone who allowed it."]}
      confirmLabel="Remove program"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { endpointId: endpoint.id, clientId: client.id } })}
    />
  );
}
