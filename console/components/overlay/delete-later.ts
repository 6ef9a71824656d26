import type { OperationName } from "@ferrule/contract/operations.ts";
import { bareApi, readAgainAfter } from "../../api/api.ts";
import { changedBy } from "../../api/changed-by.ts";
import { queryClient } from "../../api/query-client.ts";
import { deletions } from "../../api/undo/deletions.ts";
import { unlessGone } from "../../api/undo/unless-gone.ts";
import type { InputOf } from "../../api/use-operation.ts";
import { toastFailed, toastUndo } from "./toast.tsx";

interface DeleteLater<N extends OperationName> {
  operation: N;
  input: InputOf<N>;
  /** The id of what is deleted. No list shows it meanwhile. */
  id: string;
  /** Its name, as the subject of a sentence. */
  name: string;
  /** The path of the page that is shown then, if it is another one. Leaving that page ends Undo. */
  path?: string;
  /** Called once the server has deleted it. */
  onDeleted?: () => void;
}

type AnyCall = (input: object) => Promise<unknown>;

/**
 * Deletes something in ten seconds, unless the user undoes it: for what nobody uses. It is sent earlier if the user leaves the page
 * or changes something else. If the server refuses, the lists show it again, and a toast says why.
 */
export function deleteLater<N extends OperationName>({ operation, input, id, name, path, onDeleted }: DeleteLater<N>) {
  deletions.add({
    id,
    path: path ?? window.location.pathname,
    onEnd: toastUndo(`${name} is being deleted`, () => deletions.undo(id)),
    onRefused: (error) => toastFailed(`${name} was not deleted`, error),
    async send() {
      await unlessGone((bareApi[operation] as AnyCall)({ ...input, keepalive: true }));
      onDeleted?.();
      await readAgainAfter(operation);
      // What is not shown now would show it for a moment later.
      for (const name of changedBy(operation)) queryClient.removeQueries({ queryKey: [name], type: "inactive" });
    },
  });
}
