import { environments } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { useOperation } from "../../../api/use-operation.ts";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { ClientsCard } from "./clients/clients-card.tsx";
import { ConsentsCard } from "./clients/consents-card.tsx";
import { KeysCard } from "./keys/keys-card.tsx";
import { PolicyCard } from "./policy/policy-card.tsx";
import { QuotasCard } from "./limits/quotas-card.tsx";
import type { Policy } from "./policy-sentence.ts";
import { useDeclared } from "./policy/use-declared.ts";

const PolicyForm = lazyPart(() => import("./policy/policy-form.tsx"), "PolicyForm");
const TryAsCaller = lazyPart(() => import("./try/try-as-caller.tsx"), "TryAsCaller", <Skeleton className="h-52" />);

const inOrder = (a: Policy, b: Policy) => environments.indexOf(a.environment) - environments.indexOf(b.environment);

interface ShownProps {
  endpoint: Endpoint;
  policies: readonly Policy[];
  declared: ReturnType<typeof useDeclared>;
}

/** The policy's parts for the chosen environment. */
function OfEnvironment({ endpoint, policies, declared }: ShownProps) {
  const environment = useEnvironment();
  const policy = policies.find((one) => one.environment === environment);
  if (policy === undefined) return null;
  return (
    <>
      <KeysCard endpoint={endpoint} policy={policy} targets={declared.targets} />
      {policy.limits.quotas.length > 0 && <QuotasCard key={environment} endpoint={endpoint} policy={policy} />}
      {policy.caller.mode === "oauth" && <ClientsCard endpoint={endpoint} policy={policy} />}
      {policies.some(({ caller }) => caller.mode === "oauth") && <ConsentsCard endpoint={endpoint} />}
      <TryAsCaller key={environment} endpoint={endpoint} policy={policy} targets={declared.targets} />
    </>
  );
}

/** Who may call and what a call may access, in both environments; the chosen environment's keys; "try as caller". */
export function AccessTab({ endpoint }: { endpoint: Endpoint }) {
  const [search, change] = useEndpointSearch();
  const { data, error, refetch } = useOperation("listEndpointAuthPolicies", { params: { endpointId: endpoint.id } });
  const declared = useDeclared(endpoint);
  if (data === undefined) {
    return error ? (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading the policies" className="grid gap-4">
        <Skeleton className="h-52" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  const policies = data.items.toSorted(inOrder);
  const edited = policies.find(({ environment }) => environment === search.edit);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {policies.map((policy) => (
          <PolicyCard
            key={policy.environment}
            policy={policy}
            url={endpoint.urls[policy.environment]}
            declared={declared}
            onEdit={() => change({ edit: policy.environment })}
          />
        ))}
      </div>
      <p className="text-sm">
        <Link to="/access" search={{ endpoint: endpoint.id }} className="link">
          Who can call what here
        </Link>
      </p>
      <OfEnvironment endpoint={endpoint} policies={policies} declared={declared} />
      {edited && (
        <PolicyForm
          endpoint={endpoint}
          policy={edited}
          declared={declared.declared}
          targets={declared.targets}
          onClose={() => change({ edit: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}
