import { RotateCcw, Trash2, UserCheck } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../../api/disabled-reason.ts";
import { useAction } from "../../../../api/use-action.ts";
import { usePages, type ItemOf } from "../../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../../components/badge.tsx";
import { Button, IconButton } from "../../../../components/button/button.tsx";
import { Card } from "../../../../components/card.tsx";
import { ConfirmAction } from "../../../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../../../components/states.tsx";
import { toast } from "../../../../components/overlay/toast.tsx";
import { ProgramList } from "../../../consent/program-list.tsx";
import type { Endpoint } from "../../endpoint.ts";

type Row = ItemOf<"listEndpointOauthGrants">;

/** A user, or a caller whom a provider signed in. */
const whoOf = ({ user, caller }: Row) => user?.email ?? caller?.email ?? caller?.subject ?? null;

const Who = ({ grant }: { grant: Row }) => (
  <span className="flex flex-wrap items-center gap-2">
    <span className="break-all">{whoOf(grant) ?? <span className="text-muted">the machine itself</span>}</span>
    {grant.environment !== null && <EnvironmentBadge environment={grant.environment} />}
    {grant.byCompany && <Badge tone="neutral">Given by the company</Badge>}
  </span>
);

function Revoke({ endpoint, grant, onClose }: { endpoint: Endpoint; grant: Row; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deleteEndpointOauthGrant"
      input={{ params: { endpointId: endpoint.id, grantId: grant.id } }}
      done={[`${grant.client.name} was revoked`]}
      onClose={onClose}
      title={`Revoke ${grant.client.name} of ${whoOf(grant) ?? "nobody"}?`}
      description={
        grant.byCompany
          ? "The company's provider gave it. It stays ended until you allow it again."
          : "The person can allow it again."
      }
      consequences={["Within a second, its calls in this person's name are refused."]}
      confirmLabel="Revoke"
    />
  );
}

/** How a consent ended, and how it can begin again. */
function Ended({ endpoint, grant, forbidden }: { endpoint: Endpoint; grant: Row; forbidden: string | null }) {
  const enable = useAction("enableEndpointOauthGrant", {
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

/** The programs that people allowed to call this endpoint, in either environment, with the people. */
export function ConsentsCard({ endpoint }: { endpoint: Endpoint }) {
  const { items, error, hasMore, more, refetch } = usePages("listEndpointOauthGrants", {
    params: { endpointId: endpoint.id },
    query: { limit: 200 },
  });
  const [revoked, setRevoked] = useState<Row | null>(null);
  const forbidden = useDisabledReason("deleteEndpointOauthGrant");
  return (
    <Card title="Who signed in">
      {items === undefined && (error ? <ErrorNote error={error} onRetry={refetch} /> : <SkeletonRows rows={3} />)}
      {items?.length === 0 && (
        <EmptyState icon={UserCheck} title="Nobody yet">
          Give people the endpoint&apos;s address. Their program opens the sign-in by itself.
        </EmptyState>
      )}
      {items !== undefined && (
        <ProgramList
          label="Programs that people signed in with"
          grants={items}
          about={(grant) => <Who grant={grant} />}
          action={(grant) =>
            grant.status !== "active" ? (
              <Ended endpoint={endpoint} grant={grant} forbidden={forbidden} />
            ) : (
              <IconButton
                size="sm"
                icon={Trash2}
                label={`Revoke ${grant.client.name} of ${whoOf(grant) ?? "the machine itself"}`}
                disabledReason={forbidden}
                onClick={() => setRevoked(grant)}
              />
            )
          }
        />
      )}
      {hasMore && (
        <div className="mt-3 flex justify-center">
          <Button size="sm" onClick={more}>
            Show more
          </Button>
        </div>
      )}
      {revoked && <Revoke endpoint={endpoint} grant={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  );
}
