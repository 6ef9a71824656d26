import { Ban, Play, Trash2 } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";

/** What can be done to the chosen endpoints. */
export const EndpointsBulk = (props: BulkProps<ItemOf<"listRuntimeEndpoints">>) => (
  <BulkBar
    {...props}
    noun={["endpoint", "endpoints"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Enable",
        done: "enabled",
        icon: Play,
        operation: "enableRuntimeEndpoint",
        forbidden: useDisabledReason("enableRuntimeEndpoint"),
        takes: ({ status }) => status === "disabled",
        none: "All of them are enabled.",
        description: "Within a second they accept calls again in Development and Production.",
        kind: "primary",
        call: ({ id }) => bareApi.enableRuntimeEndpoint({ params: { endpointId: id } }),
      },
      {
        verb: "Disable",
        done: "disabled",
        icon: Ban,
        operation: "disableRuntimeEndpoint",
        forbidden: useDisabledReason("disableRuntimeEndpoint"),
        takes: ({ status }) => status === "active",
        none: "All of them are disabled.",
        description:
          "Within a second every call gets 403 in Development and Production. Running calls finish, and nothing is deleted.",
        call: ({ id }) => bareApi.disableRuntimeEndpoint({ params: { endpointId: id } }),
      },
      {
        verb: "Delete",
        done: "deleted",
        icon: Trash2,
        operation: "deleteRuntimeEndpoint",
        forbidden: useDisabledReason("deleteRuntimeEndpoint"),
        description:
          "Their bindings, policies and API keys are deleted too. An endpoint that an environment serves is kept.",
        isFinal: true,
        call: ({ id, revision }) =>
          bareApi.deleteRuntimeEndpoint({ params: { endpointId: id }, headers: ifMatch(revision) }),
      },
    ]}
  />
);
