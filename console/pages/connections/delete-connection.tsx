import { ApiError } from "@ferrule/contract/client.ts";
import { useAction } from "../../api/use-action.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";

type Connection = ItemOf<"listConnections">;

/** The live Functions that made the server refuse; null when it refused for another reason, or not at all. */
function usersIn(error: Error | null): string[] | null {
  if (!(error instanceof ApiError) || error.code !== "IN_USE") return null;
  const functions = error.details?.["functions"];
  return Array.isArray(functions) ? functions.map(String) : [];
}

interface DeleteConnectionProps {
  connection: Connection;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a connection is deleted. If live deployments refer to it, asks a second time and names what breaks. */
export function DeleteConnection({ connection, onClose, onDeleted }: DeleteConnectionProps) {
  const { id: connectionId, name, environment, usedBy, revision } = connection;
  const place = environmentNames[environment];
  const remove = useAction("deleteConnection", {
    changes: ["listConnections"],
    onSuccess: () => {
      toast(`${name} was deleted from ${place}`);
      onDeleted();
    },
  });
  const live = usersIn(remove.error);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={live === null ? `Delete ${name} from ${place}?` : `${name} is in use in ${place}`}
      description={
        live === null
          ? "Its URL is deleted. The database itself stays as it is."
          : `It was not deleted because the current deployment in ${place} uses it. You can still delete it:`
      }
      consequences={
        live === null
          ? usedBy.map((each) => `${each} declares it.`)
          : live.map((each) => `Calls to ${each} in ${place} that use it will fail.`)
      }
      typedName={name}
      confirmLabel={live === null ? "Delete connection" : "Delete anyway"}
      busy={remove.isPending}
      error={live === null ? remove.error : null}
      onConfirm={() =>
        remove.mutate({
          params: { connectionId },
          query: { force: live === null ? "false" : "true" },
          headers: { "if-match": `"${revision}"` },
        })
      }
    />
  );
}
