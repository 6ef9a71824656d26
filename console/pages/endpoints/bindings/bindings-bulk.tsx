import { ArrowRightLeft, Ban, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { bareApi } from "../../../api/api.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { ifMatch } from "../../../api/if-match.ts";
import { endpointSources } from "../../../api/pick-sources.ts";
import { Picker } from "../../../components/choose/picker.tsx";
import type { BulkProps } from "../../../components/table/table.tsx";
import type { BulkAct } from "../../bulk/bulk-act.ts";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import { bindingKinds, bindingName, type Binding } from "./binding.ts";
import { moveBinding } from "./move-binding.ts";

const kindOf = (binding: Binding) => ("toolName" in binding ? "mcp" : "http");
const targetOf = ({ id: bindingId, endpointId, revision }: Binding) => ({
  params: { endpointId, bindingId },
  headers: ifMatch(revision),
});

const setEnabled = (enabled: boolean) => (binding: Binding) =>
  bareApi[bindingKinds[kindOf(binding)].update]({ ...targetOf(binding), body: { enabled } });

/** Moves bindings to an endpoint that is chosen first. */
function useMove(rows: readonly Binding[]): BulkAct<Binding> {
  const [target, setTarget] = useState<string | null>(null);
  const kind = rows.some((row) => kindOf(row) === "mcp") ? "mcp" : "http";
  const { create, remove } = bindingKinds[kind];
  const [mayCreate, mayRemove] = [useDisabledReason(create), useDisabledReason(remove)];
  const isThere = rows.some(({ endpointId }) => endpointId === target);
  return {
    verb: "Move",
    done: "moved",
    icon: ArrowRightLeft,
    operation: remove,
    forbidden: mayCreate ?? mayRemove,
    description:
      "The other endpoint offers them after the next deployment, and this one no longer does. Its policies and keys stay as they are.",
    kind: "primary",
    choice: {
      missing: target === null ? "Choose an endpoint." : isThere ? "They are on this endpoint." : null,
      control: (
        <Picker
          aria-label="Move to"
          placeholder="Choose an endpoint"
          source={endpointSources[kind]}
          value={target}
          onChange={setTarget}
        />
      ),
    },
    call: (binding) => moveBinding(binding, target ?? binding.endpointId),
  };
}

/** What can be done to the chosen tools, resources and prompts, or routes, of one endpoint. */
export function BindingsBulk(props: BulkProps<Binding>) {
  const isMcp = props.rows.some((row) => kindOf(row) === "mcp");
  const { update, remove } = bindingKinds[isMcp ? "mcp" : "http"];
  const mayUpdate = useDisabledReason(update);
  const move = useMove(props.rows);
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
        move,
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
