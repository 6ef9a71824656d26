import { Pencil, PlugZap, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { CodeBlock } from "../../../components/show/code-block.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { roleTexts } from "../../../components/role-texts.ts";
import { TestSteps } from "../../../components/show/test-steps.tsx";
import { Time } from "../../../components/time.tsx";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { addressFacts } from "./address-facts.tsx";
import { Address } from "../../../components/show/address.tsx";
import type { ProviderRow } from "./provider-form.ts";

const DirectoryPart = lazyPart(() => import("./directory-part.tsx"), "DirectoryPart");

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
      done={[`${provider.name} was removed`]}
      onClose={onClose}
      title={`Remove ${provider.name}?`}
      consequences={["Sessions that it opened end at once.", "Its people stay users, and can be invited."]}
      typedName={provider.name}
      confirmLabel="Remove provider"
    />
  );
}

/** The role of each group. Callers have no role. */
const roleFacts = ({ roles, otherRole }: ProviderRow): [string, ReactNode][] => [
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

const ProviderFacts = ({ provider }: { provider: ProviderRow }) => (
  <Facts
    items={[
      ["Issuer", <Address key="issuer" url={provider.issuer} label="Copy the issuer" />],
      ...addressFacts(provider.addresses),
      ...(provider.use === "callers" ? [] : roleFacts(provider)),
      [
        "Latest sign-in",
        provider.lastSignIn === null ? (
          <span className="text-muted">none yet</span>
        ) : (
          <span key="latest">
            <Time at={provider.lastSignIn.at} />{" "}
            {provider.lastSignIn.problem === null ? "" : `· ${provider.lastSignIn.problem}`}
          </span>
        ),
      ],
    ]}
  />
);

/** The users and groups that the provider sends; read when somebody opens this. */
function Directory({ provider }: { provider: ProviderRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mt-4 border-t border-line pt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-sm font-medium">Users and groups by SCIM</summary>
      <div className="mt-3">{isOpen && <DirectoryPart provider={provider} />}</div>
    </details>
  );
}

/** A provider: the values to register there, the role of each group, and a test that reports problems. */
export function ProviderCard({ provider, onEdit }: { provider: ProviderRow; onEdit: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const test = useAction("testIdentityProvider");
  const fixed = provider.managedBy === "settings" ? "It comes from the settings of this installation." : null;
  const editForbidden = useDisabledReason("updateIdentityProvider") ?? fixed;
  const testForbidden = useDisabledReason("testIdentityProvider");
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
            onClick={() => test.mutate({ params: { providerId: provider.id } })}
          >
            Test
          </Button>
          <Button size="sm" icon={Pencil} disabledReason={editForbidden} onClick={onEdit}>
            Change
          </Button>
          <Button size="sm" icon={Trash2} disabledReason={editForbidden} onClick={() => setAsking(true)}>
            Remove
          </Button>
        </>
      }
    >
      <ProviderFacts provider={provider} />
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
      {provider.use !== "callers" && <Directory provider={provider} />}
      {isAsking && <RemoveProvider provider={provider} onClose={() => setAsking(false)} />}
    </Card>
  );
}
