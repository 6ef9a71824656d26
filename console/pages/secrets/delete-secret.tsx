import { ConfirmAction, namesIn } from "../../components/overlay/confirm-action.tsx";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";

interface DeleteSecretProps {
  item: ItemOf<"listSecrets">;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a secret is deleted. If live deployments refer to it, asks a second time and names what breaks. */
export function DeleteSecret({ item, onClose, onDeleted }: DeleteSecretProps) {
  const { id: secretId, name, environment, usedBy, revision } = item;
  const place = environmentNames[environment];
  const target = { params: { secretId }, headers: ifMatch(revision) };
  return (
    <ConfirmAction
      operation="deleteSecret"
      input={{ ...target, query: { force: "false" } }}
      done={[`${name} was deleted from ${place}`]}
      onDone={onDeleted}
      onClose={onClose}
      title={`Delete ${name} from ${place}?`}
      description="Every version of its value is deleted. This cannot be undone."
      consequences={usedBy.map((each) => `${each} uses it.`)}
      typedName={name}
      confirmLabel="Delete secret"
      anyway={{
        title: `${name} is in use in ${place}`,
        description: `It was not deleted because ${place} uses it. You can still delete it:`,
        lost: ({ functions, endpoints }) => [
          ...namesIn(functions).map((each) => `Calls to ${each} in ${place} that read it will fail.`),
          ...namesIn(endpoints).map((each) => `Signed requests to ${each} in ${place} will be refused.`),
        ],
        input: { ...target, query: { force: "true" } },
      }}
    />
  );
}
