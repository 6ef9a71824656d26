import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listLibraries">;

/** What can be done to the chosen Libraries. */
export const LibrariesBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["Library", "Libraries"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>([
      deleting("deleteLibrary", ({ id: libraryId }) => ({ params: { libraryId } }), {
        verb: "Remove",
        done: "removed",
        description: "Deployed versions were built with them and keep running. A Library that a draft imports is kept.",
      }),
    ])}
  />
);
