import { useNavigate } from "@tanstack/react-router";
import { ifMatch } from "../../api/if-match.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";

/** Asks before a Library is deleted. The server refuses while a draft imports it. */
export function DeleteLibrary({ library, onClose }: { library: AnswerOf<"getLibrary">; onClose: () => void }) {
  const { id: libraryId, name, importName, usedBy, revision } = library;
  const navigate = useNavigate();
  return (
    <ConfirmAction
      operation="deleteLibrary"
      input={{ params: { libraryId }, headers: ifMatch(revision) }}
      done={[`${name} was removed`]}
      onDone={() => void navigate({ to: "/libraries" })}
      onClose={onClose}
      title={`Remove the Library ${name}?`}
      description="Deployed versions were built with it and keep running. This cannot be undone."
      consequences={(_refusal, code) =>
        code === "IN_USE"
          ? usedBy.map((each) => `${each} imports ${importName}. Remove that import first.`)
          : ["Functions can no longer import it."]
      }
      typedName={name}
      confirmLabel="Remove Library"
    />
  );
}
