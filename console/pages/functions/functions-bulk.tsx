import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listFunctions">;

/** What can be done to the chosen Functions. */
export const FunctionsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["Function", "Functions"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>([
      deleting("deleteFunction", ({ id: functionId }) => ({ params: { functionId } }), {
        description:
          "Their revisions, test cases and grants are deleted too. A Function that is bound or deployed is kept.",
      }),
    ])}
  />
);
