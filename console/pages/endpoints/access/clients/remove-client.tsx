import { ConfirmAction } from "../../../../components/overlay/confirm-action.tsx";
import type { Endpoint } from "../../endpoint.ts";
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
  return (
    <ConfirmAction
      operation="deleteOauthClient"
      input={{ params: { endpointId: endpoint.id, clientId: client.id } }}
      done={[`${client.name} was removed`]}
      onClose={onClose}
      title={`Remove ${client.name}?`}
      description="This cannot be undone. A new registration has a different client ID."
      consequences={["Within a second, its calls are refused for everyone who allowed it."]}
      confirmLabel="Remove program"
    />
  );
}
