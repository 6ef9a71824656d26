import { KeyRound, Plus, RotateCw, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../components/lazy-part.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Table } from "../../../components/table/table.tsx";
import { Time } from "../../../components/time.tsx";
import { environmentNames } from "../../../shell/environment-names.ts";
import type { Endpoint } from "../endpoint.ts";
import { useEndpointSearch } from "../use-endpoint-search.ts";
import type { Policy } from "./policy-sentence.ts";
import type { Key } from "./key.ts";

const NewKey = lazyPart(async () => ({ default: (await import("./new-key.tsx")).NewKey }));
const RotateKey = lazyPart(async () => ({ default: (await import("./rotate-key.tsx")).RotateKey }));
const RevokeKey = lazyPart(async () => ({ default: (await import("./revoke-key.tsx")).RevokeKey }));

const tones = { active: "good", expired: "warn", revoked: "neutral" } as const;

const order = { active: 0, expired: 1, revoked: 2 };

interface Asked {
  does: "rotate" | "revoke";
  key: Key;
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
    cell: ({ scopes }) => <span className="text-muted">{scopes === null ? "everything" : scopes.join(", ")}</span>,
  },
  {
    id: "tenant",
    header: "Tenant",
    width: "8rem",
    from: "lg",
    cell: ({ tenantId }) => <span className="text-muted">{tenantId ?? "default"}</span>,
  },
  {
    id: "used",
    header: "Last used",
    width: "7rem",
    align: "end",
    from: "sm",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-muted">never</span> : <Time at={lastUsedAt} plain />,
  },
  {
    id: "expires",
    header: "Expires",
    width: "7rem",
    align: "end",
    from: "md",
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="text-muted">never</span> : <Time at={expiresAt} plain />,
  },
];

interface ActionsOptions {
  rotateForbidden: string | null;
  revokeForbidden: string | null;
  onAsk: (asked: Asked) => void;
}

const actionsColumn = ({ rotateForbidden, revokeForbidden, onAsk }: ActionsOptions): Column<Key> => ({
  id: "actions",
  header: <span className="quiet">Actions</span>,
  width: "5.5rem",
  align: "end",
  cell: (key) =>
    key.status === "active" && (
      <span className="inline-flex">
        <IconButton
          size="sm"
          icon={RotateCw}
          label={`Rotate ${key.name}`}
          disabledReason={rotateForbidden}
          onClick={() => onAsk({ does: "rotate", key })}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Revoke ${key.name}`}
          disabledReason={revokeForbidden}
          onClick={() => onAsk({ does: "revoke", key })}
        />
      </span>
    ),
});

/** An endpoint's keys in one environment; never their values. */
export function KeysCard({
  endpoint,
  policy,
  targets,
}: {
  endpoint: Endpoint;
  policy: Policy;
  targets: readonly string[];
}) {
  const { environment } = policy;
  const [search, change] = useEndpointSearch();
  const [asked, setAsked] = useState<Asked | null>(null);
  const createForbidden = useDisabledReason("createApiKey", environment);
  const rotateForbidden = useDisabledReason("rotateApiKey", environment);
  const revokeForbidden = useDisabledReason("deleteApiKey", environment);
  const keys = policy.apiKeys
    .filter((key) => key.environment === environment)
    .toSorted((a, b) => order[a.status] - order[b.status] || (a.createdAt < b.createdAt ? 1 : -1));
  const open = (edit: "key" | undefined) => change({ edit });
  const columns = [...factColumns, actionsColumn({ rotateForbidden, revokeForbidden, onAsk: setAsked })];
  const create = (
    <Button
      size="sm"
      kind={environment === "production" ? "production" : "primary"}
      icon={Plus}
      disabledReason={createForbidden}
      onClick={() => open("key")}
    >
      New key
    </Button>
  );
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          API keys <EnvironmentBadge environment={environment} />
        </span>
      }
      actions={keys.length > 0 && create}
    >
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={`No keys for ${environmentNames[environment]}`} action={create}>
          {policy.caller.mode === "none"
            ? "Callers do not need a key here."
            : "Give each caller its own key, so you can revoke one without affecting the others."}
        </EmptyState>
      ) : (
        <Table
          label={`API keys of ${environmentNames[environment]}`}
          columns={columns}
          rows={keys}
          rowKey={({ id }) => id}
        />
      )}
      <Suspense>
        {search.edit === "key" && createForbidden === null && (
          <NewKey endpoint={endpoint} environment={environment} targets={targets} onClose={() => open(undefined)} />
        )}
        {asked?.does === "rotate" && (
          <RotateKey endpoint={endpoint} apiKey={asked.key} onClose={() => setAsked(null)} />
        )}
        {asked?.does === "revoke" && (
          <RevokeKey endpoint={endpoint} apiKey={asked.key} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </Card>
  );
}
