import { ApiError } from "@ferrule/contract/client.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { environmentNames } from "../../shell/environment-names.ts";
import type { FunctionDetail } from "./code/fields.ts";
import { drafts } from "./code/drafts.ts";

const kindNames: Record<string, string> = { mcp: "tool", http: "route", cron: "cron" };

/** What still uses the Function, according to the server's refusal. */
function heldBy(error: Error | null): string[] {
  const { bindings = [], deployments = [] } = (error instanceof ApiError ? error.details : undefined) ?? {};
  const bound = bindings as { kind: string; name: string }[];
  const deployed = deployments as { environment: Environment; number: number }[];
  return [
    ...bound.map(
      ({ kind, name }) => `It is bound as the ${kindNames[kind] ?? kind} ${name}. Remove that binding first.`,
    ),
    ...deployed.map(({ environment, number }) => `#${number} in ${environmentNames[environment]} still calls it.`),
  ];
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
      description="Its revisions, test cases and grants are deleted too. Deployed versions are not deleted."
      consequences={heldBy(remove.error)}
      typedName={detail.slug}
      confirmLabel="Delete Function"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { functionId: detail.id } })}
    />
  );
}
