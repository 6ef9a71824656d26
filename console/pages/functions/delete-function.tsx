import { ApiError } from "@ferrule/contract/client.ts";
import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.tsx";
import type { FunctionDetail } from "./code/draft.ts";
import { drafts } from "./code/drafts.ts";

/** What offers it, as the server says when it refuses. */
function boundTo(error: Error | null): string[] {
  const bindings = error instanceof ApiError ? error.details?.["bindings"] : undefined;
  if (!Array.isArray(bindings)) return [];
  return (bindings as { kind: string; name: string }[]).map(
    ({ kind, name }) => `It is bound as the ${kind === "mcp" ? "tool" : "route"} ${name}: remove that binding first.`,
  );
}

/** Asks before a Function is deleted. */
export function DeleteFunction({
  detail,
  open,
  onClose,
}: {
  detail: FunctionDetail;
  open: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const remove = useAction("deleteFunction", {
    changes: ["listFunctions"],
    onSuccess: () => {
      drafts.drop(detail.id);
      toast(`${detail.name} was deleted`);
      void navigate({ to: "/functions" });
    },
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete the Function ${detail.name}?`}
      description="Its revisions and test cases go with it. What is deployed keeps running until the next deployment."
      consequences={boundTo(remove.error)}
      typedName={detail.slug}
      confirmLabel="Delete Function"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { functionId: detail.id } })}
    />
  );
}
