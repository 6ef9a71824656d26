import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listSecrets">;

/** What can be done to the chosen secrets. */
export const SecretsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["secret", "secrets"]}
    nameOf={({ name }) => name}
    acts={useActs<Row>(
      [
        deleting("deleteSecret", ({ id: secretId }) => ({ params: { secretId }, query: {} }), {
          description: "Every version of their values is deleted. A secret that a live deployment uses is kept.",
        }),
      ],
      useEnvironment(),
    )}
  />
);
