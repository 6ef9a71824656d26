import { RotateCcw, Trash2, UserCheck } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { IconButton } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { List } from "../../../components/list.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table-column.ts";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/toast.tsx";
import type { Endpoint } from "../endpoint.ts";

type Row = ItemOf<"listEndpointOauthGrants">;

/** A user, or a caller whom a provider signed in. */
const whoOf = ({ user, caller }: Row) => user?.email ?? caller?.email ?? caller?.subject ?? null;

function Revoke({ endpoint, grant, onClose }: { endpoint: Endpoint; grant: Row; onClose: () => void }) {
  const revoke = useAction("deleteEndpointOauthGrant", {
    changes: ["listEndpointOauthGrants", "listOauthGrants"],
    onSuccess: () => {
      toast(`${grant.client.name} was revoked`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke ${grant.client.name} of ${whoOf(grant) ?? "nobody"}?`}
      description={
        grant.byCompany
          ? "The company's provider gave it. It stays ended until you allow it again."
          : "The person can allow it again."
      }
      consequences={["Within a second, its calls in this person's name are refused."]}
      confirmLabel="Revoke"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { endpointId: endpoint.id, grantId: grant.id } })}
    />
  );
}

/** What ended, and how it can begin again. */
function Ended({ endpoint, grant, forbidden }: { endpoint: Endpoint; grant: Row; forbidden: string | null }) {
  const enable = useAction("enableEndpointOauthGrant", {
    changes: ["listEndpointOauthGrants"],
    onSuccess: () => toast(`${grant.client.name} may be allowed again`, "It calls with the provider's next assertion."),
  });
  if (grant.status === "revoked") return <Badge tone="neutral">Ended</Badge>;
  return (
    <IconButton
      size="sm"
      icon={RotateCcw}
      label={`Allow ${grant.client.name} again`}
      disabledReason={forbidden}
      onClick={() => enable.mutate({ params: { endpointId: endpoint.id, grantId: grant.id } })}
    />
  );
}

/** Which users allowed which programs to call this endpoint, in either environment. */
export function ConsentsCard({ endpoint }: { endpoint: Endpoint }) {
  const pages = usePages("listEndpointOauthGrants", { params: { endpointId: endpoint.id }, query: { limit: 50 } });
  const [revoked, setRevoked] = useState<Row | null>(null);
  const forbidden = useDisabledReason("deleteEndpointOauthGrant");
  const columns: readonly Column<Row>[] = [
    {
      id: "user",
      header: "Who",
      cell: (grant) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {whoOf(grant) ?? <span className="text-muted">the machine itself</span>}
          {grant.byCompany && <Badge tone="neutral">Given by the company</Badge>}
        </span>
      ),
    },
    { id: "client", header: "Program", cell: ({ client }) => <span className="font-medium">{client.name}</span> },
    {
      id: "scopes",
      header: "Scopes",
      from: "lg",
      cell: ({ scopes }) => <span className="text-muted">{scopes.join(", ")}</span>,
    },
    {
      id: "used",
      header: "Last used",
      width: "7rem",
      align: "end",
      from: "sm",
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} plain />,
    },
    {
      id: "actions",
      header: <span className="quiet">Actions</span>,
      width: "5rem",
      align: "end",
      cell: (grant) =>
        grant.status !== "active" ? (
          <Ended endpoint={endpoint} grant={grant} forbidden={forbidden} />
        ) : (
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Revoke ${grant.client.name}`}
            disabledReason={forbidden}
            onClick={() => setRevoked(grant)}
          />
        ),
    },
  ];
  return (
    <Card title="Who signed in">
      <List
        label="Who signed in"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={UserCheck} title="Nobody yet">
            Give people the endpoint&apos;s address. Their program opens the sign-in by itself.
          </EmptyState>
        }
      />
      {revoked && <Revoke endpoint={endpoint} grant={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  );
}
