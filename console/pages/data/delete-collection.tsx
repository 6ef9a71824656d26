import { ApiError } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";

interface Use {
  environment: Environment;
  records: number;
  functions: string[];
}

/** The uses that made the server refuse to delete it; null when it refused for another reason, or not at all. */
function usesIn(error: Error | null): Use[] | null {
  if (!(error instanceof ApiError) || error.code !== "IN_USE") return null;
  const uses = error.details?.["uses"];
  return Array.isArray(uses) ? (uses as Use[]) : [];
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
  const remove = useAction("deleteDataCollection", {
    changes: ["listDataCollections"],
    onSuccess: () => {
      toast(`${name} was deleted`);
      onDeleted();
    },
  });
  const uses = usesIn(remove.error);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={uses === null ? `Delete the collection ${name}?` : `${name} is in use`}
      description={
        uses === null
          ? "Its schema versions and grants are deleted too. This cannot be undone."
          : "It was not deleted. You can still delete it:"
      }
      consequences={uses?.flatMap(lost) ?? []}
      typedName={name}
      confirmLabel={uses === null ? "Delete collection" : "Delete anyway"}
      busy={remove.isPending}
      error={uses === null ? remove.error : null}
      onConfirm={() =>
        remove.mutate({
          params: { collectionId },
          query: uses === null ? {} : { force: "true", name },
          headers: { "if-match": `"${revision}"` },
        })
      }
    />
  );
}
