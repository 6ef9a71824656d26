import { Trash2 } from "lucide-react";
import { bareApi } from "../../../../api/api.ts";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import type { BulkProps } from "../../../../components/table/table.tsx";
import { useEnvironment } from "../../../../shell/environment/environment.ts";
import { BulkBar } from "../../../bulk/bulk-bar.tsx";
import type { Key } from "./key.ts";

/** What can be done to the chosen keys. */
export const KeysBulk = (props: BulkProps<Key>) => (
  <BulkBar
    {...props}
    noun={["API key", "API keys"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Revoke",
        done: "revoked",
        icon: Trash2,
        operation: "deleteApiKey",
        forbidden: useDisabledReason("deleteApiKey", useEnvironment()),
        takes: ({ status }) => status === "active",
        none: "None of them is active.",
        description: "This cannot be undone; a new key has a different value.",
        consequences: ["Within a second, callers that use them get 401."],
        isFinal: true,
        call: ({ id, endpointId }) => bareApi.deleteApiKey({ params: { endpointId, keyId: id } }),
      },
    ]}
  />
);
