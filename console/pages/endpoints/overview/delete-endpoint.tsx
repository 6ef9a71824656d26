import { ApiError } from "@ferrule/contract/client.ts";
import { useNavigate } from "@tanstack/react-router";
import { useAction } from "../../../api/use-action.ts";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";

/** Where the endpoint is still served, according to the server's refusal. */
function servedIn(error: Error | null): string[] {
  const environments = error instanceof ApiError ? error.details?.["environments"] : undefined;
  if (!Array.isArray(environments)) return [];
  return (environments as (keyof typeof environmentNames)[]).map(
    (environment) => `${environmentNames[environment]} serves it. Remove its bindings and deploy there first.`,
  );
}

/** Asks before an endpoint is deleted. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const navigate = useNavigate();
  const { id: endpointId, name, slug, revision } = endpoint;
  const remove = useAction("deleteRuntimeEndpoint", {
    changes: ["listRuntimeEndpoints", "listEnvironments"],
    onSuccess: () => {
      toast(`${name} was deleted`);
      void navigate({ to: "/endpoints" });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${name}?`}
      description="Its bindings, policies and API keys are deleted too. Its Functions and executions are kept. This cannot be undone."
      consequences={servedIn(remove.error)}
      typedName={slug}
      confirmLabel="Delete endpoint"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { endpointId }, headers: { "if-match": `"${revision}"` } })}
    />
  );
}
