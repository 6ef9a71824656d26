import { targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { KeyRound, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../../../../components/lazy-part.tsx";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import { Badge } from "../../../../components/badge.tsx";
import { Button } from "../../../../components/button/button.tsx";
import { Mono } from "../../../../components/mono.tsx";
import { actionsColumn } from "../../../../components/table/actions-column.tsx";
import type { Column } from "../../../../components/table/table-column.ts";
import { timeColumn } from "../../../../components/table/time-column.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../../endpoint.ts";
import { useEndpointSearch } from "../../use-endpoint-search.ts";
import type { Policy } from "../policy-sentence.ts";
import type { Key } from "./key.ts";
import { TableCard } from "../table-card.tsx";

const KeysBulk = lazyPart(() => import("./keys-bulk.tsx"), "KeysBulk");
const NewKey = lazyPart(() => import("./new-key.tsx"), "NewKey");
const RotateKey = lazyPart(() => import("./rotate-key.tsx"), "RotateKey");
const RevokeKey = lazyPart(() => import("./revoke-key.tsx"), "RevokeKey");

const tones = { active: "good", expired: "warn", revoked: "neutral" } as const;

const order = { active: 0, expired: 1, revoked: 2 };

interface KeysCardProps {
  endpoint: Endpoint;
  policy: Policy;
  /** What is bound here. */
  targets: readonly string[];
}

const factColumns: readonly Column<Key>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: "prefix",
    header: "Prefix",
    width: "10rem",
    from: "md",
    cell: ({ prefix }) => <Mono className="text-muted">{prefix}…</Mono>,
  },
  {
    id: "status",
    header: "State",
    width: "6rem",
    cell: ({ status }) => (
      <Badge tone={tones[status]}>
        {status === "active" ? "Active" : status === "expired" ? "Expired" : "Revoked"}
      </Badge>
    ),
  },
  {
    id: "opens",
    header: "Opens",
    from: "lg",
    cell: ({ scopes }) => (
      <span className="text-muted">{scopes === null ? "everything" : scopes.map(targetText).join(", ")}</span>
    ),
  },
  {
    id: "tenant",
    header: "Tenant",
    width: "8rem",
    from: "lg",
    cell: ({ tenantId }) => <span className="text-muted">{tenantId ?? "default"}</span>,
  },
  timeColumn("lastUsedAt", "Last used", { width: "7rem", from: "sm" }),
  timeColumn("expiresAt", "Expires", { width: "7rem", from: "md" }),
];

/** An endpoint's keys in one environment; never their values. */
export function KeysCard({ endpoint, policy, targets }: KeysCardProps) {
  const { environment } = policy;
  const [search, change] = useEndpointSearch();
  const [rotated, setRotated] = useState<Key | null>(null);
  const [revoked, setRevoked] = useState<Key | null>(null);
  const createForbidden = useDisabledReason("createApiKey", environment);
  const mayRotate = { icon: RotateCw, disabledReason: useDisabledReason("rotateApiKey", environment) };
  const mayRevoke = { icon: Trash2, disabledReason: useDisabledReason("deleteApiKey", environment) };
  const actions = actionsColumn<Key>((key) =>
    key.status === "active"
      ? [
          { ...mayRotate, label: `Rotate ${key.name}`, onClick: () => setRotated(key) },
          { ...mayRevoke, label: `Revoke ${key.name}`, onClick: () => setRevoked(key) },
        ]
      : [],
  );
  const open = (edit: "key" | undefined) => change({ edit });
  return (
    <TableCard
      title="API keys"
      environment={environment}
      label={`API keys of ${environmentNames[environment]}`}
      columns={[...factColumns, actions]}
      Bulk={KeysBulk}
      rows={policy.apiKeys
        .filter((key) => key.environment === environment)
        .toSorted((a, b) => order[a.status] - order[b.status] || (a.createdAt < b.createdAt ? 1 : -1))}
      create={
        <Button
          size="sm"
          kind={environment === "production" ? "production" : "primary"}
          icon={Plus}
          disabledReason={createForbidden}
          onClick={() => open("key")}
        >
          New key
        </Button>
      }
      none={`No keys for ${environmentNames[environment]}`}
      icon={KeyRound}
      about={
        policy.caller.mode === "none"
          ? "Callers do not need a key here."
          : "Give each caller its own key, so you can revoke one without affecting the others."
      }
    >
      {search.edit === "key" && createForbidden === null && (
        <NewKey endpoint={endpoint} environment={environment} targets={targets} onClose={() => open(undefined)} />
      )}
      {rotated && <RotateKey endpoint={endpoint} apiKey={rotated} onClose={() => setRotated(null)} />}
      {revoked && <RevokeKey endpoint={endpoint} apiKey={revoked} onClose={() => setRevoked(null)} />}
    </TableCard>
  );
}
