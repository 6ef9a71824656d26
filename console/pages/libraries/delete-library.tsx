import { ApiError } from "@ferrule/contract/client.ts";
import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";

/** Asks before a Library is deleted. The server refuses while a draft imports it. */
export function DeleteLibrary({ library, onClose }: { library: AnswerOf<"getLibrary">; onClose: () => void }) {
  const { id: libraryId, name, importName, revision } = library;
  const navigate = useNavigate();
  const remove = useAction("deleteLibrary", {
    changes: ["listLibraries"],
    onSuccess: () => {
      toast(`${name} was removed`);
      void navigate({ to: "/libraries" });
    },
  });
  const isInUse = remove.error instanceof ApiError && remove.error.code === "IN_USE";
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove the Library ${name}?`}
      description="Deployed versions were built with it and keep running. This cannot be undone."
      consequences={
        isInUse
          ? library.usedBy.map((each) => `${each} imports ${importName}. Remove that import first.`)
          : ["Functions can no longer import it."]
      }
      typedName={name}
      confirmLabel="Remove Library"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { libraryId }, headers: { "if-match": `"${revision}"` } })}
    />
  );
}
