import { Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";

/** What can be done to the chosen connections. */
export const ConnectionsBulk = (props: BulkProps<ItemOf<"listConnections">>) => (
  <BulkBar
    {...props}
    noun={["connection", "connections"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Delete",
        done: "deleted",
        icon: Trash2,
        operation: "deleteConnection",
        forbidden: useDisabledReason("deleteConnection", useEnvironment()),
        description:
          "Their URLs are deleted. The databases stay as they are. A connection that a live deployment uses is kept.",
        isFinal: true,
        call: ({ id, revision }) =>
          bareApi.deleteConnection({
            params: { connectionId: id },
            query: { force: "false" },
            headers: ifMatch(revision),
          }),
      },
    ]}
  />
);
