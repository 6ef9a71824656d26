import type { Environment } from "@ferrule/contract/states.ts";
import { ifMatch } from "../../../api/if-match.ts";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";

interface Use {
  environment: Environment;
  records: number;
  functions: string[];
}

const lost = ({ environment, records, functions }: Use) => [
  ...(records === 0
    ? []
    : [
        `${records >= 1_000 ? "1,000 or more" : records} ${records === 1 ? "record" : "records"} in ${environmentNames[environment]} will be deleted too.`,
      ]),
  ...functions.map((name) => `Calls to ${name} in ${environmentNames[environment]} that use it will fail.`),
];

/**
 * Asks before a collection is deleted. If it holds records or is deployed, asks a second time and names what is lost.
 */
export function DeleteCollection({
  collection,
  onClose,
  onDeleted,
}: {
  collection: AnswerOf<"getDataCollection">;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { id: collectionId, name, revision } = collection;
  const target = { params: { collectionId }, headers: ifMatch(revision) };
  return (
    <ConfirmAction
      operation="deleteDataCollection"
      input={{ ...target, query: {} }}
      done={[`${name} was deleted`]}
      onDone={onDeleted}
      onClose={onClose}
      title={`Delete the collection ${name}?`}
      description="Its schema versions and grants are deleted too. This cannot be undone."
      typedName={name}
      confirmLabel="Delete collection"
      anyway={{
        title: `${name} is in use`,
        description: "It was not deleted. You can still delete it:",
        lost: ({ uses }) => (Array.isArray(uses) ? (uses as Use[]).flatMap(lost) : []),
        input: { ...target, query: { force: "true", name } },
      }}
    />
  );
}
