import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, disabling, enabling, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listRuntimeEndpoints">;

const targetOf = ({ id: endpointId }: Row) => ({ params: { endpointId } });

/** What can be done to the chosen endpoints. */
export const EndpointsBulk = (props: BulkProps<Row>) => (
  <BulkBar
    {...props}
    noun={["endpoint", "endpoints"]}
    nameOf={({ name }) => name}
    acts={useActs([
      enabling("enableRuntimeEndpoint", targetOf, {
        takes: ({ status }) => status === "disabled",
        description: "Within a second they accept calls again in Development and Production.",
      }),
      disabling("disableRuntimeEndpoint", targetOf, {
        takes: ({ status }) => status === "active",
        description:
          "Within a second every call gets 403 in Development and Production. Running calls finish, and nothing is deleted.",
      }),
      deleting("deleteRuntimeEndpoint", targetOf, {
        description:
          "Their bindings, policies and API keys are deleted too. An endpoint that an environment serves is kept.",
      }),
    ])}
  />
);
