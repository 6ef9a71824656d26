import { Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";

/** What can be done to the chosen Functions. */
export const FunctionsBulk = (props: BulkProps<ItemOf<"listFunctions">>) => (
  <BulkBar
    {...props}
    noun={["Function", "Functions"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Delete",
        done: "deleted",
        icon: Trash2,
        operation: "deleteFunction",
        forbidden: useDisabledReason("deleteFunction"),
        description:
          "Their revisions, test cases and grants are deleted too. A Function that is bound or deployed is kept.",
        isFinal: true,
        call: ({ id, revision }) => bareApi.deleteFunction({ params: { functionId: id }, headers: ifMatch(revision) }),
      },
    ]}
  />
);
