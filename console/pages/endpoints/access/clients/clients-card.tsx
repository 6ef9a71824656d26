import { AppWindow, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import { useEvery } from "../../../../api/use-every.ts";
import { Button } from "../../../../components/button/button.tsx";
import { ShortId } from "../../../../components/button/short-id.tsx";
import { lazyPart } from "../../../../components/lazy-part.tsx";
import { actionsColumn } from "../../../../components/table/actions-column.tsx";
import type { Column } from "../../../../components/table/table-column.ts";
import { timeColumn } from "../../../../components/table/time-column.tsx";
import type { Endpoint } from "../../endpoint.ts";
import type { OauthClientRow } from "./oauth-client-row.ts";
import type { Policy } from "../policy-sentence.ts";
import { RemoveClient } from "./remove-client.tsx";
import { TableCard } from "../table-card.tsx";

const ClientsBulk = lazyPart(() => import("./clients-bulk.tsx"), "ClientsBulk");
const NewClient = lazyPart(() => import("./new-client.tsx"), "NewClient");
const EditClient = lazyPart(() => import("./edit-client.tsx"), "EditClient");

const factColumns: readonly Column<OauthClientRow>[] = [
  { id: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: "use",
    header: "Calls",
    from: "md",
    cell: ({ use }) => <span className="text-muted">{use === "person" ? "for people" : "by itself"}</span>,
  },
  { id: "id", header: "Client ID", cell: ({ id }) => <ShortId id={id} /> },
  timeColumn("lastUsedAt", "Last used", { width: "7rem", from: "sm" }),
];

/** The programs that an administrator registered for one environment. */
export function ClientsCard({ endpoint, policy }: { endpoint: Endpoint; policy: Policy }) {
  const { environment } = policy;
  const { data } = useEvery("listOauthClients", { params: { endpointId: endpoint.id } });
  const [isNew, setNew] = useState(false);
  const [edited, setEdited] = useState<OauthClientRow | null>(null);
  const [removed, setRemoved] = useState<OauthClientRow | null>(null);
  const createForbidden = useDisabledReason("createOauthClient", environment);
  const mayEdit = { icon: Pencil, disabledReason: useDisabledReason("updateOauthClient", environment) };
  const mayRemove = { icon: Trash2, disabledReason: useDisabledReason("deleteOauthClient", environment) };
  const actions = actionsColumn<OauthClientRow>((client) => [
    { ...mayEdit, label: `Change ${client.name}`, onClick: () => setEdited(client) },
    { ...mayRemove, label: `Remove ${client.name}`, onClick: () => setRemoved(client) },
  ]);
  return (
    <TableCard
      title="Registered programs"
      environment={environment}
      label="Registered programs"
      columns={[...factColumns, actions]}
      Bulk={ClientsBulk}
      rows={(data ?? []).filter((client) => client.environment === environment)}
      create={
        <Button size="sm" icon={Plus} disabledReason={createForbidden} onClick={() => setNew(true)}>
          Register a program
        </Button>
      }
      none="No registered programs"
      icon={AppWindow}
      about="Register a program whose client ID you have to enter somewhere, or a machine that calls by itself."
    >
      {isNew && <NewClient endpoint={endpoint} environment={environment} onClose={() => setNew(false)} />}
      {edited && <EditClient endpoint={endpoint} client={edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveClient endpoint={endpoint} client={removed} onClose={() => setRemoved(null)} />}
    </TableCard>
  );
}
