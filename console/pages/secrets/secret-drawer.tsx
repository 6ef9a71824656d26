import { Link } from "@tanstack/react-router";
import { RefreshCw, Trash2 } from "lucide-react";
import { disabledReason, useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { FunctionLinks } from "../../components/function-links.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { EmptyState } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";

type Secret = ItemOf<"listSecrets">;

function Detail({ secret, onAsk }: { secret: Secret; onAsk: (ask: "rotate" | "delete") => void }) {
  const { id, environment, version, fingerprint, createdAt, rotatedAt, lastUsedAt, usedBy } = secret;
  const { user } = useMe();
  const mayRotate = useDisabledReason("rotateSecret", environment);
  const mayDelete = useDisabledReason("deleteSecret", environment);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <Button icon={RefreshCw} disabledReason={mayRotate} onClick={() => onAsk("rotate")}>
          Rotate
        </Button>
        <Button icon={Trash2} disabledReason={mayDelete} onClick={() => onAsk("delete")}>
          Delete
        </Button>
      </div>
      <Facts
        items={[
          ["Environment", <EnvironmentBadge key="environment" environment={environment} />],
          ["Used by", <FunctionLinks key="used" names={usedBy} none="No Function declares it." />],
          ["Last used", lastUsedAt === null ? "never" : <Time key="last" at={lastUsedAt} />],
          ["Version", version],
          ["Rotated", rotatedAt === null ? "never" : <Time key="rotated" at={rotatedAt} />],
          ["Created", <Time key="created" at={createdAt} />],
          [
            "Fingerprint",
            <span key="fingerprint" className="grid gap-0.5">
              <code className="font-mono text-xs">{fingerprint}</code>
              <span className="text-xs text-muted">
                Changes when the value changes. It reveals nothing about the value, and is unique to each secret.
              </span>
            </span>,
          ],
          ["Id", <ShortId key="id" id={id} label="Copy the secret's id" />],
        ]}
      />
      {disabledReason("listAuditEvents", user.role) === null && (
        <p className="text-sm">
          <Link to="/audit" search={{ target: id }} className="link">
            View changes in the audit log
          </Link>
        </p>
      )}
    </div>
  );
}

interface SecretDrawerProps {
  open: boolean;
  /** Undefined when it is not in the environment that is shown. */
  secret: Secret | undefined;
  onClose: () => void;
  onAsk: (ask: "rotate" | "delete") => void;
}

/** One secret: where and when it was used, and its actions. Never its value. */
export const SecretDrawer = ({ open, secret, onClose, onAsk }: SecretDrawerProps) => (
  <Drawer
    open={open}
    onClose={onClose}
    title={secret ? <code className="font-mono text-sm">{secret.name}</code> : "Secret not found"}
  >
    {secret ? (
      <Detail secret={secret} onAsk={onAsk} />
    ) : (
      <EmptyState title="Secret not found">
        It may have been deleted, or it belongs to the other environment.
      </EmptyState>
    )}
  </Drawer>
);
