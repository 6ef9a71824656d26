import { useNavigate } from "@tanstack/react-router";
import { ifMatch } from "../../api/if-match.ts";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import { useActivity } from "./activity/use-activity.ts";
import { drafts } from "./code/draft/drafts.ts";
import type { FunctionDetail } from "./code/draft/fields.ts";

/** A function that deletes a Function without a question, if nothing uses it. It returns whether nothing does. */
export function useDeleteUnused({ id, name, revision }: FunctionDetail): () => boolean {
  const navigate = useNavigate();
  const { data } = useActivity(id);
  return () => {
    if (data === undefined) return false;
    const { serving, tools, routes, crons } = data;
    if ([serving, tools, routes, crons].some(({ length }) => length > 0)) return false;
    deleteLater({
      operation: "deleteFunction",
      input: { params: { functionId: id }, headers: ifMatch(revision) },
      id,
      name,
      path: "/functions",
      onDeleted: () => drafts.drop(id),
    });
    void navigate({ to: "/functions" });
    return true;
  };
}
