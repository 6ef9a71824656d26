import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import type { Endpoint } from "../endpoint.ts";
import { CallersNote } from "./callers-note.tsx";
import { useCallers } from "./use-callers.ts";

/** The binding to remove: a tool by its name, a route by method and path. */
export interface Removed {
  id: string;
  functionId: string;
  name: string;
}

/** Asks before a binding is removed, and lists its callers. */
export function DeleteBinding({
  endpoint,
  removed,
  onClose,
}: {
  endpoint: Endpoint;
  removed: Removed;
  onClose: () => void;
}) {
  const callers = useCallers(endpoint.id, removed);
  const isMcp = endpoint.kind === "mcp";
  const word = isMcp ? "tool" : "route";
  return (
    <ConfirmAction
      operation={isMcp ? "deleteMcpBinding" : "deleteHttpBinding"}
      input={{ params: { endpointId: endpoint.id, bindingId: removed.id } }}
      changes={["listMcpBindings", "listHttpBindings", "getRuntimeEndpoint"]}
      done={[`${removed.name} was removed`, "Callers lose it with the next deployment"]}
      onClose={onClose}
      title={`Remove the ${word} ${removed.name}?`}
      description="The Function is kept. The deployed version keeps working until the next deployment."
      consequences={[
        isMcp
          ? "After the next deployment, calls fail with an unknown tool error."
          : "After the next deployment, it answers 404.",
      ]}
      typedName={removed.name}
      confirmLabel={`Remove ${word}`}
    >
      <CallersNote callers={callers} />
    </ConfirmAction>
  );
}
