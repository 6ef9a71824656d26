import type { ItemOf } from "../../../api/use-operation.ts";
import type { BulkProps } from "../../../components/table/table.tsx";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../../bulk/make-acts.ts";

type Row = ItemOf<"listTokens">;

/** What can be done to the chosen API tokens. */
export const TokensBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["API token", "API tokens"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>([
      deleting("deleteToken", ({ id: tokenId }) => ({ params: { tokenId } }), {
        verb: "Revoke",
        done: "revoked",
        description: "This cannot be undone; a new token has a different value.",
        consequences: ["Anything that uses them is rejected from the next request on."],
      }),
    ])}
  />
);
