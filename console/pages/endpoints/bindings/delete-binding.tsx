import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import type { Endpoint } from "../endpoint.ts";
import { bindingKinds, bindingName, bindingWord, type Binding } from "./binding.ts";
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
  const { remove } = bindingKinds[endpoint.kind];
  const word = bindingWord(binding);
  const name = bindingName(binding);
  return (
    <ConfirmAction
      operation={remove}
      input={{ params: { endpointId: endpoint.id, bindingId: binding.id } }}
      done={[`${name} was removed`, "Callers lose it with the next deployment"]}
      onClose={onClose}
      title={`Remove the ${word} ${name}?`}
      description={`${binding.functionId === null ? "" : "The Function is kept. "}The deployed version keeps working until the next deployment.`}
      consequences={[
        word === "route"
          ? "After the next deployment, it answers 404."
          : `After the next deployment, clients that ask for it are told that there is no such ${word}.`,
      ]}
      typedName={name}
      confirmLabel={`Remove ${word}`}
    >
      <CallersNote callers={callers} />
    </ConfirmAction>
  );
}
