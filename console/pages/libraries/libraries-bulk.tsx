import { Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";

/** What can be done to the chosen Libraries. */
export const LibrariesBulk = (props: BulkProps<ItemOf<"listLibraries">>) => (
  <BulkBar
    {...props}
    noun={["Library", "Libraries"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Remove",
        done: "removed",
        icon: Trash2,
        operation: "deleteLibrary",
        forbidden: useDisabledReason("deleteLibrary"),
        description: "Deployed versions were built with them and keep running. A Library that a draft imports is kept.",
        isFinal: true,
        call: ({ id, revision }) => bareApi.deleteLibrary({ params: { libraryId: id }, headers: ifMatch(revision) }),
      },
    ]}
  />
);
