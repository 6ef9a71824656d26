import { ConfirmAction } from "../../../../components/overlay/confirm-action.tsx";
import { relativeTime } from "../../../../components/format.ts";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Key } from "./key.ts";

/** Asks before a key is revoked. */
export function RevokeKey({ endpoint, apiKey, onClose }: { endpoint: Endpoint; apiKey: Key; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deleteApiKey"
      input={{ params: { endpointId: endpoint.id, keyId: apiKey.id } }}
      done={[`${apiKey.name} was revoked`]}
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      description="This cannot be undone; a new key has a different value."
      consequences={[
        `Within a second, callers that use it get 401 in ${environmentNames[apiKey.environment]}.`,
        apiKey.lastUsedAt === null
          ? "It was never used."
          : `It was last used ${relativeTime(apiKey.lastUsedAt, Date.now())}.`,
      ]}
      typedName={apiKey.name}
      confirmLabel="Revoke key"
    />
  );
}
