import { PlugZap } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { List } from "../../components/list.tsx";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";

type Row = ItemOf<"listOauthGrants">;

function EndConsent({ grant, onClose }: { grant: Row; onClose: () => void }) {
  const end = useAction("deleteOauthGrant", {
    changes: ["listOauthGrants", "listEndpointOauthGrants"],
    onSuccess: () => {
      toast(`${grant.client.name} can call nothing any more`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`End ${grant.client.name}?`}
      description={
        grant.byCompany
          ? "Your company gave it. It stays ended until an administrator allows it again."
          : "It can ask you again."
      }
      consequences={["Within a second, its calls in your name are refused."]}
      confirmLabel="End access"
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate({ params: { grantId: grant.id } })}
    />
  );
}

/** The programs that may call on the user's behalf; each can be revoked. */
export function ConsentsTab() {
  const pages = usePages("listOauthGrants", { query: { limit: 200 } });
  const [ending, setEnding] = useState<Row | null>(null);
  const columns: readonly Column<Row>[] = [
    {
      id: "client",
      header: "Program",
      cell: ({ client, byCompany }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="font-medium">{client.name}</span>
          {byCompany && <Badge tone="neutral">Given by the company</Badge>}
        </span>
      ),
    },
    {
      id: "resource",
      header: "May call",
      cell: ({ resource, environment }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs break-all">{new URL(resource).pathname}</code>
          <EnvironmentBadge environment={environment} />
        </span>
      ),
    },
    {
      id: "scopes",
      header: "Scopes",
      from: "lg",
      cell: ({ scopes }) => <span className="text-muted">{scopes.join(", ")}</span>,
    },
    {
      id: "created",
      header: "Allowed",
      width: "7rem",
      align: "end",
      from: "md",
      cell: ({ createdAt }) => <Time at={createdAt} plain />,
    },
    {
      id: "used",
      header: "Last used",
      width: "7rem",
      align: "end",
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} plain />,
    },
    {
      id: "end",
      header: <span className="quiet">End</span>,
      align: "end",
      width: "6rem",
      cell: (grant) =>
        grant.status === "active" ? (
          <Button size="sm" aria-label={`End ${grant.client.name}`} onClick={() => setEnding(grant)}>
            End
          </Button>
        ) : (
          <Badge tone="neutral">Ended</Badge>
        ),
    },
  ];
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        Programs that you allowed to call tools and routes in your name. Ending one takes effect within a second.
      </p>
      <List
        label="Programs that you allowed"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={PlugZap} title="No programs">
            When you sign in from an assistant or another program, it appears here.
          </EmptyState>
        }
      />
      {ending && <EndConsent grant={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}
