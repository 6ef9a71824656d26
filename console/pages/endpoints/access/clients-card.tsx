import { AppWindow, Pencil, Plus, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useEvery } from "../../../api/use-every.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { Card } from "../../../components/card.tsx";
import { lazyPart } from "../../../components/lazy-part.ts";
import { ShortId } from "../../../components/button/short-id.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Table } from "../../../components/table/table.tsx";
import { Time } from "../../../components/time.tsx";
import type { Endpoint } from "../endpoint.ts";
import type { Policy } from "./policy-sentence.ts";
import type { OauthClientRow } from "./oauth-client-row.ts";
import { RemoveClient } from "./remove-client.tsx";

const NewClient = lazyPart(async () => ({ default: (await import("./new-client.tsx")).NewClient }));
const EditClient = lazyPart(async () => ({ default: (await import("./edit-client.tsx")).EditClient }));

/** The programs that an administrator registered for one environment. */
export function ClientsCard({ endpoint, policy }: { endpoint: Endpoint; policy: Policy }) {
  const { environment } = policy;
  const { data } = useEvery("listOauthClients", { params: { endpointId: endpoint.id } });
  const [isNew, setNew] = useState(false);
  const [edited, setEdited] = useState<OauthClientRow | null>(null);
  const [removed, setRemoved] = useState<OauthClientRow | null>(null);
  const createForbidden = useDisabledReason("createOauthClient", environment);
  const updateForbidden = useDisabledReason("updateOauthClient", environment);
  const deleteForbidden = useDisabledReason("deleteOauthClient", environment);
  const clients = (data ?? []).filter((client) => client.environment === environment);
  const columns: readonly Column<OauthClientRow>[] = [
    { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      id: "use",
      header: "Calls",
      from: "md",
      cell: ({ use }) => <span className="text-muted">{use === "person" ? "for people" : "by itself"}</span>,
    },
    { id: "id", header: "Client ID", cell: ({ id }) => <ShortId id={id} /> },
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
      id: "actions",
      header: <span className="quiet">Actions</span>,
      width: "5.5rem",
      align: "end",
      cell: (client) => (
        <span className="inline-flex gap-1">
          <IconButton
            size="sm"
            icon={Pencil}
            label={`Change ${client.name}`}
            disabledReason={updateForbidden}
            onClick={() => setEdited(client)}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Remove ${client.name}`}
            disabledReason={deleteForbidden}
            onClick={() => setRemoved(client)}
          />
        </span>
      ),
    },
  ];
  const create = (
    <Button size="sm" icon={Plus} disabledReason={createForbidden} onClick={() => setNew(true)}>
      Register a program
    </Button>
  );
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Registered programs <EnvironmentBadge environment={environment} />
        </span>
      }
      actions={clients.length > 0 && create}
    >
      {clients.length === 0 ? (
        <EmptyState icon={AppWindow} title="No registered programs" action={create}>
          Register a program whose client ID you have to enter somewhere, or a machine that calls by itself.
        </EmptyState>
      ) : (
        <Table label="Registered programs" columns={columns} rows={clients} rowKey={({ id }) => id} />
      )}
      <Suspense>
        {isNew && <NewClient endpoint={endpoint} environment={environment} onClose={() => setNew(false)} />}
        {edited && <EditClient endpoint={endpoint} client={edited} onClose={() => setEdited(null)} />}
      </Suspense>
      {removed && <RemoveClient endpoint={endpoint} client={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}
