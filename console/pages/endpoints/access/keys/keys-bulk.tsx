import type { BulkProps } from "../../../../components/table/table.tsx";
import { useEnvironment } from "../../../../shell/environment/environment.ts";
import { BulkBar } from "../../../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../../../bulk/make-acts.ts";
import type { Key } from "./key.ts";

/** What can be done to the chosen keys. */
export const KeysBulk = (props: BulkProps<Key>) => (
  <BulkBar
    {...props}
    noun={["API key", "API keys"]}
    nameOf={({ name }) => name}
    acts={useActs<Key>(
      [
        deleting("deleteApiKey", ({ id: keyId, endpointId }) => ({ params: { endpointId, keyId } }), {
          verb: "Revoke",
          done: "revoked",
          takes: ({ status }) => status === "active",
          none: "None of them is active.",
          description: "This cannot be undone; a new key has a different value.",
          consequences: ["Within a second, callers that use them get 401."],
        }),
      ],
      useEnvironment(),
    )}
  />
);
