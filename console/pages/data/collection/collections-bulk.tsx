import type { ItemOf } from "../../../api/use-operation.ts";
import type { BulkProps } from "../../../components/table/table.tsx";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../../bulk/make-acts.ts";

type Row = ItemOf<"listDataCollections">;

/** What can be done to the chosen collections. What is in use is deleted alone, with its name. */
export const CollectionsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["collection", "collections"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>([
      deleting("deleteDataCollection", ({ id: collectionId }) => ({ params: { collectionId }, query: {} }), {
        description:
          "Their schema versions and grants are deleted too. A collection that holds records or is deployed is kept.",
      }),
    ])}
  />
);
