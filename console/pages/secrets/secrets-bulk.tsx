import { Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";

/** What can be done to the chosen secrets. */
export const SecretsBulk = (props: BulkProps<ItemOf<"listSecrets">>) => (
  <BulkBar
    {...props}
    noun={["secret", "secrets"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Delete",
        done: "deleted",
        icon: Trash2,
        operation: "deleteSecret",
        forbidden: useDisabledReason("deleteSecret", useEnvironment()),
        description: "Every version of their values is deleted. A secret that a live deployment uses is kept.",
        isFinal: true,
        call: ({ id, revision }) =>
          bareApi.deleteSecret({ params: { secretId: id }, query: { force: "false" }, headers: ifMatch(revision) }),
      },
    ]}
  />
);
