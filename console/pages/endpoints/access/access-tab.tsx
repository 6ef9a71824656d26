import { environments } from "@ferrule/contract/states.ts";
import { Suspense } from "react";
import { lazyPart } from "../../../components/lazy-part.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { Skeleton } from "../../../components/states.tsx";
import { useEnvironment } from "../../../shell/environment.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import { ClientsCard } from "./clients-card.tsx";
import { ConsentsCard } from "./consents-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { QuotasCard } from "./quotas-card.tsx";
import { useDeclared } from "./use-declared.ts";

const PolicyForm = lazyPart(async () => ({ default: (await import("./policy-form.tsx")).PolicyForm }));
const TryAsCaller = lazyPart(async () => ({ default: (await import("./try-as-caller.tsx")).TryAsCaller }));

/** Who may call and what a call may access, in both environments; the chosen one's keys; "try as caller". */
export function AccessTab({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
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
  const policyOf = (one: string) => data.items.find((policy) => policy.environment === one);
  const edited = policyOf(search.edit ?? "");
  const shown = policyOf(environment);
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 lg:grid-cols-2">
        {environments.map((one) => {
          const policy = policyOf(one);
          return (
            policy && (
              <PolicyCard
                key={one}
                policy={policy}
                url={endpoint.urls[one]}
                declared={declared}
                onEdit={() => change({ edit: one })}
              />
            )
          );
        })}
      </div>
      {shown && (
        <>
          <KeysCard endpoint={endpoint} policy={shown} targets={declared.targets} />
          {shown.limits.quotas.length > 0 && <QuotasCard key={environment} endpoint={endpoint} policy={shown} />}
          {shown.caller.mode === "oauth" && <ClientsCard endpoint={endpoint} policy={shown} />}
          {data.items.some(({ caller }) => caller.mode === "oauth") && <ConsentsCard endpoint={endpoint} />}
          <Suspense fallback={<Skeleton className="h-52" />}>
            <TryAsCaller key={environment} endpoint={endpoint} policy={shown} targets={declared.targets} />
          </Suspense>
        </>
      )}
      <Suspense>
        {edited && (
          <PolicyForm
            endpoint={endpoint}
            policy={edited}
            declared={declared.declared}
            targets={declared.targets}
            onClose={() => change({ edit: undefined }, { replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}
