import { Ban, Play, Trash2 } from "lucide-react";
import { bareApi } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { ifMatch } from "../../../api/if-match.ts";
import type { BulkProps } from "../../../components/table/table.tsx";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { bindingKinds, bindingName, type Binding } from "./binding.ts";

const kindOf = (binding: Binding) => ("toolName" in binding ? "mcp" : "http");
const targetOf = ({ id: bindingId, endpointId, revision }: Binding) => ({
  params: { endpointId, bindingId },
  headers: ifMatch(revision),
});

const setEnabled = (enabled: boolean) => (binding: Binding) =>
  bareApi[bindingKinds[kindOf(binding)].update]({ ...targetOf(binding), body: { enabled } });

/** What can be done to the chosen tools, resources and prompts, or routes, of one endpoint. */
export function BindingsBulk(props: BulkProps<Binding>) {
  const isMcp = props.rows.some((row) => kindOf(row) === "mcp");
  const { update, remove } = bindingKinds[isMcp ? "mcp" : "http"];
  const mayUpdate = useDisabledReason(update);
  const shared = { operation: update, forbidden: mayUpdate };
  return (
    <BulkBar
      {...props}
      noun={isMcp ? ["binding", "bindings"] : ["route", "routes"]}
      nameOf={bindingName}
      acts={[
        {
          ...shared,
          verb: "Enable",
          done: "enabled",
          icon: Play,
          takes: ({ enabled }) => !enabled,
          none: "All of them are enabled.",
          description: "Callers have them again after the next deployment.",
          kind: "primary",
          call: setEnabled(true),
        },
        {
          ...shared,
          verb: "Disable",
          done: "disabled",
          icon: Ban,
          takes: ({ enabled }) => enabled,
          none: "All of them are disabled.",
          description: "Callers lose them with the next deployment. Nothing is deleted.",
          call: setEnabled(false),
        },
        {
          verb: "Remove",
          done: "removed",
          icon: Trash2,
          operation: remove,
          forbidden: useDisabledReason(remove),
          description: "Their Functions are kept. Deployed versions keep working until the next deployment.",
          consequences: ["After the next deployment, callers are told that they do not exist."],
          isFinal: true,
          call: (binding) => bareApi[bindingKinds[kindOf(binding)].remove](targetOf(binding)),
        },
      ]}
    />
  );
}
