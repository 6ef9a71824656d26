import type { PolicyState, PreviewState } from "@ferrule/contract/internal/changes.ts";
import type { LiveStates } from "../served/live-states.ts";
import { servedKeys, type LiveEndpoint, type ServedKey } from "../served/served-endpoint.ts";

type PreviewedEndpoint = PreviewState["endpoints"][number];

/** Without a sign-in: its tokens are for the endpoint's own address. A caller sends a key. */
function withoutSignIn(policy: PolicyState): PolicyState {
  if (policy.callerMode !== "oauth") return policy;
  const { oauth: _oauth, ...rest } = policy;
  return { ...rest, callerMode: "api-key" };
}

/** Without quotas: a quota belongs to an endpoint of the Project, and this one exists only in its preview. */
const withoutQuotas = (policy: PolicyState): PolicyState =>
  policy.limits === undefined ? policy : { ...policy, limits: { ...policy.limits, quotas: [] } };

const opensByKey = ({ callerMode }: PolicyState) => callerMode === "api-key" || callerMode === "oauth";

/** The preview's own key, and Development's keys of the same endpoint if its policy takes keys. */
function keysOf(
  { id, projectId, name, keySha256 }: PreviewState,
  endpoint: PreviewedEndpoint,
  states: LiveStates,
): Map<string, ServedKey> {
  const { policy } = endpoint;
  const isOfProject = states.endpoint(endpoint.id)?.projectId === projectId;
  const takesKeys = policy.callerMode !== "oauth" || policy.oauth.keys;
  const keys = servedKeys(isOfProject && takesKeys ? states.keysOf(endpoint.id) : [], "development");
  if (keySha256 !== null && opensByKey(policy)) {
    const caller = { kind: "api-key", id, name: `Preview ${name}` } as const;
    keys.set(keySha256, { caller, tenantId: "default", scopes: null, opensUntil: Number.POSITIVE_INFINITY });
  }
  return keys;
}

/** The live parts of an endpoint of a preview. It runs in Development: with its secrets, records and limits. */
export function previewedEndpoint(
  preview: PreviewState,
  endpoint: PreviewedEndpoint,
  states: LiveStates,
): LiveEndpoint {
  const { id, endpointKind, status, limits, policy: asked } = endpoint;
  const { projectId, name } = preview;
  const isOfProject = states.endpoint(id)?.projectId === projectId;
  const policy = withoutSignIn(isOfProject ? asked : withoutQuotas(asked));
  return {
    id,
    projectId,
    endpointKind,
    status,
    limits,
    environment: "development",
    preview: { id: preview.id, name, replacesSignIn: asked.callerMode === "oauth" },
    policy,
    keys: keysOf(preview, endpoint, states),
  };
}
