import { ApiError } from "@ferrule/contract/client.ts";
import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";

type Secret = ItemOf<"listSecrets">;

const namesIn = (given: unknown): string[] => (Array.isArray(given) ? given.map(String) : []);

/** The uses that made the server refuse; null when it refused for another reason, or not at all. */
function failuresIn(error: Error | null, place: string): string[] | null {
  if (!(error instanceof ApiError) || error.code !== "IN_USE") return null;
  const { functions, endpoints } = error.details ?? {};
  return [
    ...namesIn(functions).map((each) => `Calls to ${each} in ${place} that read it will fail.`),
    ...namesIn(endpoints).map((each) => `Signed requests to ${each} in ${place} will be refused.`),
  ];
}

/** Asks before a secret is deleted. If live deployments refer to it, asks a second time and names what breaks. */
export function DeleteSecret({
  secret,
  onClose,
  onDeleted,
}: {
  secret: Secret;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { id: secretId, name, environment, usedBy, revision } = secret;
  const place = environmentNames[environment];
  const remove = useAction("deleteSecret", {
    changes: ["listSecrets", "listMissingSecrets"],
    onSuccess: () => {
      toast(`${name} was deleted from ${place}`);
      onDeleted();
    },
  });
  const live = failuresIn(remove.error, place);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={live === null ? `Delete ${name} from ${place}?` : `${name} is in use in ${place}`}
      description={
        live === null
          ? "Every version of its value is deleted. This cannot be undone."
          : `It was not deleted because ${place} uses it. You can still delete it:`
      }
      consequences={live === null ? usedBy.map((each) => `${each} uses it.`) : live}
      typedName={name}
      confirmLabel={live === null ? "Delete secret" : "Delete anyway"}
      busy={remove.isPending}
      error={live === null ? remove.error : null}
      onConfirm={() =>
        remove.mutate({
          params: { secretId },
          query: { force: live === null ? "false" : "true" },
          headers: { "if-match": `"${revision}"` },
        })
      }
    />
  );
}
