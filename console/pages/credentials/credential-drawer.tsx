import type { OperationName } from "@ferrule/contract/operations.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { Trash2, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { disabledReason, useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { Button } from "../../components/button/button.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { EmptyState } from "../../components/states.tsx";

interface Credential {
  id: string;
  name: string;
  environment: Environment;
}

interface CredentialDrawerProps<Item, Change extends string> {
  noun: "Secret" | "Connection";
  /** Undefined when it is not in the chosen environment. */
  item: Item | undefined;
  /** Actions besides deleting it. */
  change: { ask: Change; label: string; icon: LucideIcon; operation: OperationName };
  remove: OperationName;
  onClose: () => void;
  onAsk: (ask: Change | "delete") => void;
  children: (item: Item) => ReactNode;
}

type ActionsProps<Item, Change extends string> = Omit<CredentialDrawerProps<Item, Change>, "noun" | "item" | "onClose">;

function Detail<Item extends Credential, Change extends string>({
  item,
  change,
  remove,
  onAsk,
  children,
}: ActionsProps<Item, Change> & { item: Item }) {
  const { user } = useMe();
  const mayChange = useDisabledReason(change.operation, item.environment);
  const mayDelete = useDisabledReason(remove, item.environment);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <Button icon={change.icon} disabledReason={mayChange} onClick={() => onAsk(change.ask)}>
          {change.label}
        </Button>
        <Button icon={Trash2} disabledReason={mayDelete} onClick={() => onAsk("delete")}>
          Delete
        </Button>
      </div>
      {children(item)}
      {disabledReason("listAuditEvents", user.role) === null && (
        <p className="text-sm">
          <Link to="/audit" search={{ target: item.id }} className="link">
            View changes in the audit log
          </Link>
        </p>
      )}
    </div>
  );
}

/** A secret or a connection beside its list: its actions, its known facts, and its changes. Never its value. */
export const CredentialDrawer = <Item extends Credential, Change extends string>({
  noun,
  item,
  onClose,
  ...actions
}: CredentialDrawerProps<Item, Change>) => (
  <Drawer
    open
    onClose={onClose}
    title={item ? <code className="font-mono text-sm">{item.name}</code> : `${noun} not found`}
  >
    {item ? (
      <Detail {...actions} item={item} />
    ) : (
      <EmptyState title={`${noun} not found`}>
        It may have been deleted, or it belongs to the other environment.
      </EmptyState>
    )}
  </Drawer>
);
