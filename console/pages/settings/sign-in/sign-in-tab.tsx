import { Building2, Plus } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { usePages } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { EmptyState, SkeletonRows } from "../../../components/states.tsx";
import { PasswordPolicy } from "./password-policy.tsx";
import { ProviderCard } from "./provider-card.tsx";
import type { ProviderRow } from "./provider-form.ts";

const CheckProvider = lazyPart(() => import("./check-provider.tsx"), "CheckProvider");
const EditProvider = lazyPart(() => import("./edit-provider.tsx"), "EditProvider");

/** How the people of the company sign in to the console. */
export function SignInTab() {
  const { items, error, refetch, hasMore, more } = usePages("listIdentityProviders", { query: { limit: 50 } });
  const [edited, setEdited] = useState<ProviderRow | "new" | null>(null);
  /** The provider that was added just now, until it has been tested. */
  const [added, setAdded] = useState<string | null>(null);
  const checked = items?.find(({ id }) => id === added);
  const forbidden = useDisabledReason("createIdentityProvider");
  const add = (
    <Button kind="primary" icon={Plus} disabledReason={forbidden} onClick={() => setEdited("new")}>
      Add provider
    </Button>
  );
  if (error && items === undefined) return <ErrorNote error={error} onRetry={refetch} />;
  if (items === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          With an identity provider, people use the account of your company. Their groups say which role they have here.
        </p>
        {items.length > 0 && add}
      </div>
      {items.length === 0 && (
        <EmptyState icon={Building2} title="No providers" action={add}>
          Connect Entra ID, Okta, Google, Keycloak or another OpenID Connect provider. Until then, people sign in with
          passwords.
        </EmptyState>
      )}
      {items.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
      ))}
      {hasMore && <Button onClick={more}>More providers</Button>}
      <PasswordPolicy />
      {edited !== null && (
        <EditProvider
          provider={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
          onAdded={(provider) => {
            setEdited(null);
            setAdded(provider.id);
          }}
        />
      )}
      {checked && edited === null && (
        <CheckProvider provider={checked} onChange={() => setEdited(checked)} onClose={() => setAdded(null)} />
      )}
    </div>
  );
}
