import { ConfirmAction, namesIn } from "../../components/overlay/confirm-action.tsx";
import { ifMatch } from "../../api/if-match.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";

interface DeleteConnectionProps {
  item: ItemOf<"listConnections">;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a connection is deleted. If live deployments refer to it, asks a second time and names what breaks. */
export function DeleteConnection({ item, onClose, onDeleted }: DeleteConnectionProps) {
  const { id: connectionId, name, environment, usedBy, revision } = item;
  const place = environmentNames[environment];
  const target = { params: { connectionId }, headers: ifMatch(revision) };
  return (
    <ConfirmAction
      operation="deleteConnection"
      input={{ ...target, query: { force: "false" } }}
      done={[`${name} was deleted from ${place}`]}
      onDone={onDeleted}
      onClose={onClose}
      title={`Delete ${name} from ${place}?`}
      description="Its URL is deleted. The database itself stays as it is."
      consequences={usedBy.map((each) => `${each} declares it.`)}
      typedName={name}
      confirmLabel="Delete connection"
      anyway={{
        title: `${name} is in use in ${place}`,
        description: `It was not deleted because the current deployment in ${place} uses it. You can still delete it:`,
        lost: ({ functions }) =>
          namesIn(functions).map((each) => `Calls to ${each} in ${place} that use it will fail.`),
        input: { ...target, query: { force: "true" } },
      }}
    />
  );
}
