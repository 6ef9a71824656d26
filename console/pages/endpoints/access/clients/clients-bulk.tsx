import type { BulkProps } from "../../../../components/table/table.tsx";
import { useEnvironment } from "../../../../shell/environment/environment.ts";
import { BulkBar } from "../../../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../../../bulk/make-acts.ts";
import type { OauthClientRow } from "./oauth-client-row.ts";

/** What can be done to the chosen registered programs. */
export const ClientsBulk = (props: BulkProps<OauthClientRow>) => (
  <BulkBar
    {...props}
    noun={["program", "programs"]}
    nameOf={({ name }) => name}
    acts={useActs<OauthClientRow>(
      [
        deleting("deleteOauthClient", ({ id: clientId, endpointId }) => ({ params: { endpointId, clientId } }), {
          verb: "Remove",
          done: "removed",
          description: "This cannot be undone. A new registration has a different client ID.",
          consequences: ["Within a second, their calls are refused for everyone who allowed them."],
        }),
      ],
      useEnvironment(),
    )}
  />
);
