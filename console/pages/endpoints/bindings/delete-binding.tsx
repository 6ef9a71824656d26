import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import type { Endpoint } from "../endpoint.ts";
import { bindingKinds, bindingName, type Binding } from "./binding.ts";
import { CallersNote } from "./callers-note.tsx";
import { useCallers } from "./use-callers.ts";

interface DeleteBindingProps {
  endpoint: Endpoint;
  binding: Binding;
  onClose: () => void;
}

/** Asks before a binding is removed, and lists its callers. */
export function DeleteBinding({ endpoint, binding, onClose }: DeleteBindingProps) {
  const callers = useCallers(endpoint.id, binding);
  const { word, remove } = bindingKinds[endpoint.kind];
  const name = bindingName(binding);
  return (
    <ConfirmAction
      operation={remove}
      input={{ params: { endpointId: endpoint.id, bindingId: binding.id } }}
      done={[`${name} was removed`, "Callers lose it with the next deployment"]}
      onClose={onClose}
      title={`Remove the ${word} ${name}?`}
      description="The Function is kept. The deployed version keeps working until the next deployment."
      consequences={[
        word === "tool"
          ? "After the next deployment, calls fail with an unknown tool error."
          : "After the next deployment, it answers 404.",
      ]}
      typedName={name}
      confirmLabel={`Remove ${word}`}
    >
      <CallersNote callers={callers} />
    </ConfirmAction>
  );
}
