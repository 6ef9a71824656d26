import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listConnections">;

/** What can be done to the chosen connections. */
export const ConnectionsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["connection", "connections"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>(
      [
        deleting("deleteConnection", ({ id }) => ({ params: { connectionId: id }, query: {} }), {
          description:
            "Their URLs are deleted. The databases stay as they are. A connection that a live deployment uses is kept.",
        }),
      ],
      useEnvironment(),
    )}
  />
);
