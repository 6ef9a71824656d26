import { PlugZap } from "lucide-react";
import { useState } from "react";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmAction } from "../../../components/overlay/confirm-action.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../../components/states.tsx";
import { ConsentAddress } from "../../consent/consent-address.tsx";
import { ProgramList } from "../../consent/program-list.tsx";

type Row = ItemOf<"listOauthGrants">;

function EndConsent({ grant, onClose }: { grant: Row; onClose: () => void }) {
  return (
    <ConfirmAction
      operation="deleteOauthGrant"
      input={{ params: { grantId: grant.id } }}
      done={[`${grant.client.name} cannot call ${new URL(grant.resource).pathname} any more`]}
      onClose={onClose}
      title={`End ${grant.client.name}?`}
      description={
        grant.byCompany
          ? "Your company gave it. It stays ended until an administrator allows it again."
          : "It can ask you again."
      }
      consequences={[`Within a second, its calls of ${new URL(grant.resource).pathname} in your name are refused.`]}
      confirmLabel="End access"
    />
  );
}

/** The programs that may call on the user's behalf; each can be revoked. */
export function ConsentsTab() {
  const { items, error, hasMore, more, refetch } = usePages("listOauthGrants", { query: { limit: 200 } });
  const [ending, setEnding] = useState<Row | null>(null);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        Programs that you allowed to call tools and routes in your name. Ending one takes effect within a second.
      </p>
      {items === undefined && (error ? <ErrorNote error={error} onRetry={refetch} /> : <SkeletonRows />)}
      {items?.length === 0 && (
        <EmptyState icon={PlugZap} title="No programs">
          When you sign in from an assistant or another program, it appears here.
        </EmptyState>
      )}
      {items !== undefined && (
        <ProgramList
          label="Programs that you allowed"
          grants={items}
          about={(grant) => <ConsentAddress grant={grant} />}
          action={(grant) =>
            grant.status === "active" ? (
              <Button
                size="sm"
                aria-label={`End ${grant.client.name} at ${new URL(grant.resource).pathname}`}
                onClick={() => setEnding(grant)}
              >
                End
              </Button>
            ) : (
              <Badge tone="neutral">Ended</Badge>
            )
          }
        />
      )}
      {hasMore && <Button onClick={more}>Show more</Button>}
      {ending && <EndConsent grant={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}
