import { Square } from "lucide-react";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listPreviews">;

/** What can be done to the chosen previews. */
export const PreviewsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["preview", "previews"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>([
      deleting("endPreview", ({ name }) => ({ params: { name } }), {
        verb: "End",
        done: "ended",
        icon: Square,
        description: "Their folders, Development and the executions of their calls stay as they are.",
        consequences: ["Their addresses return 404.", "Their caches are deleted."],
        isFinal: false,
      }),
    ])}
  />
);
