import { ifMatch } from "../../../api/if-match.ts";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmAction, namesIn } from "../../../components/overlay/confirm-action.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";

/** Asks before an endpoint is deleted. The server refuses while an environment serves it. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const navigate = useNavigate();
  const { id: endpointId, name, slug, revision } = endpoint;
  return (
    <ConfirmAction
      operation="deleteRuntimeEndpoint"
      input={{ params: { endpointId }, headers: ifMatch(revision) }}
      done={[`${name} was deleted`]}
      onDone={() => void navigate({ to: "/endpoints" })}
      onClose={onClose}
      title={`Delete ${name}?`}
      description="Its bindings, policies and API keys are deleted too. Its Functions and executions are kept. This cannot be undone."
      consequences={(refusal) =>
        namesIn(refusal?.["environments"]).map(
          (environment) =>
            `${environmentNames[environment as keyof typeof environmentNames]} serves it. Remove its bindings and deploy there first.`,
        )
      }
      typedName={slug}
      confirmLabel="Delete endpoint"
    />
  );
}
