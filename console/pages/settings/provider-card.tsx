import { Pencil, PlugZap, Trash2 } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { roleTexts } from "../../components/role-texts.ts";
import { TestSteps } from "../../components/test-steps.tsx";
import { Time } from "../../components/time.tsx";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Address } from "./address.tsx";
import type { ProviderRow } from "./provider-form.ts";

const DirectoryPart = lazyPart(async () => ({ default: (await import("./directory-part.tsx")).DirectoryPart }));

type Step = AnswerOf<"testIdentityProvider">["steps"][number];

const stepNames: Record<Step["step"], string> = {
  discovery: "Provider",
  keys: "Keys",
  client: "Client",
  redirect: "Redirect address",
  claims: "Claims",
};
const byTexts = { displayName: "by name", externalId: "by external ID", either: "by external ID or name" } as const;

function RemoveProvider({ provider, onClose }: { provider: ProviderRow; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deleteIdentityProvider"
      input={{ params: { providerId: provider.id } }}
      changes={["listIdentityProviders", "getSignInOptions"]}
      done={[`${provider.name} was removed`]}
      onClose={onClose}
      title={`Remove ${provider.name}?`}
      consequences={["Sessions that it opened end at once.", "Its people stay users, and can be invited."]}
      typedName={provider.name}
      confirmLabel="Remove provider"
    />
  );
}

/** Which groups have which role here. Callers have none. */
const rolesOf = ({ roles, otherRole }: ProviderRow): [string, ReactNode][] => [
  [
    "Roles",
    roles.length === 0 ? (
      <span className="text-muted">No group has a role</span>
    ) : (
      <ul key="roles">
        {roles.slice(0, 20).map(({ group, by, role }) => (
          <li key={`${by}:${group}:${role}`} className="break-words">
            {group}
            <span className="text-muted"> ({byTexts[by]})</span>: {roleTexts[role].label}
          </li>
        ))}
        {roles.length > 20 && <li className="text-muted">and {roles.length - 20} more</li>}
      </ul>
    ),
  ],
  ["Everybody else", otherRole === null ? "refused" : roleTexts[otherRole].label],
];

/** A provider: what to register there, which groups get which role, and a test that says what is wrong. */
export function ProviderCard({ provider, onEdit }: { provider: ProviderRow; onEdit: () => void }) {
  const [removed, setRemoved] = useState(false);
  const [showsDirectory, setShowsDirectory] = useState(false);
  const params = { providerId: provider.id };
  const test = useAction("testIdentityProvider");
  const fixed = provider.managedBy === "settings" ? "It comes from the settings of this installation." : null;
  const editForbidden = useDisabledReason("updateIdentityProvider") ?? fixed;
  const testForbidden = useDisabledReason("testIdentityProvider");
  const { addresses, lastSignIn } = provider;
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {provider.name}
          {provider.status === "disabled" && <Badge>Off</Badge>}
        </span>
      }
      actions={
        <>
          <Button
            size="sm"
            icon={PlugZap}
            busy={test.isPending}
            disabledReason={testForbidden}
            onClick={() => test.mutate({ params })}
          >
            Test
          </Button>
          <Button size="sm" icon={Pencil} disabledReason={editForbidden} onClick={onEdit}>
            Change
          </Button>
          <Button size="sm" icon={Trash2} disabledReason={editForbidden} onClick={() => setRemoved(true)}>
            Remove
          </Button>
        </>
      }
    >
      <Facts
        items={[
          ["Issuer", <Address key="issuer" url={provider.issuer} label="Copy the issuer" />],
          ["Redirect address", <Address key="redirect" url={addresses.redirect} label="Copy the redirect address" />],
          ["After sign-out", <Address key="out" url={addresses.signedOut} label="Copy the address after sign-out" />],
          [
            "Back-channel logout",
            <Address key="logout" url={addresses.backchannelLogout} label="Copy the back-channel logout address" />,
          ],
          ...(provider.use === "callers" ? [] : rolesOf(provider)),
          [
            "Latest sign-in",
            lastSignIn === null ? (
              <span className="text-muted">none yet</span>
            ) : (
              <span key="latest">
                <Time at={lastSignIn.at} plain /> {lastSignIn.problem === null ? "" : `· ${lastSignIn.problem}`}
              </span>
            ),
          ],
        ]}
      />
      {provider.publicKeys !== null && (
        <details className="mt-3 text-sm">
          <summary>Public key to register at the provider</summary>
          <CodeBlock text={JSON.stringify(provider.publicKeys, null, 2)} />
        </details>
      )}
      {test.error && <ErrorNote error={test.error} />}
      {test.data && (
        <TestSteps steps={test.data.steps.map(({ step, ...found }) => ({ label: stepNames[step], ...found }))} />
      )}
      {provider.use !== "callers" && (
        <details
          className="mt-4 border-t border-line pt-3"
          onToggle={({ currentTarget }) => setShowsDirectory(currentTarget.open)}
        >
          <summary className="text-sm font-medium">Users and groups by SCIM</summary>
          <div className="mt-3">
            <Suspense>{showsDirectory && <DirectoryPart provider={provider} />}</Suspense>
          </div>
        </details>
      )}
      {removed && <RemoveProvider provider={provider} onClose={() => setRemoved(false)} />}
    </Card>
  );
}
