import type { Environment } from "@ferrule/contract/states.ts";
import { Lock, LockOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/overlay/confirm-dialog.tsx";
import { unlocked } from "./production-lock.ts";

interface ProductionLockProps {
  environment: Environment;
  collection: { id: string; name: string };
}

/**
 * For Production: shows whether records can be edited, and asks before unlocking them. Leaving the page locks them
 * again.
 */
export function ProductionLock({ environment, collection: { id, name } }: ProductionLockProps) {
  const [isAsking, setAsking] = useState(false);
  const forbidden = useDisabledReason("replaceRecord", "production");
  const isUnlocked = unlocked.use() === id;
  useEffect(() => () => unlocked.set(null), [id, environment]);
  if (environment !== "production") return null;
  return (
    <>
      {isUnlocked ? (
        <Button size="sm" kind="production" icon={LockOpen} onClick={() => unlocked.set(null)}>
          Editing Production · Lock
        </Button>
      ) : (
        <Button size="sm" icon={Lock} disabledReason={forbidden} onClick={() => setAsking(true)}>
          Unlock editing
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Edit records of ${name} in Production?`}
        description="Functions read your changes from the next call on. Every change is audited, and rolling back a deployment does not undo it. Editing locks again when you leave this page."
        confirmLabel="Unlock editing"
        kind="production"
        onConfirm={() => {
          unlocked.set(id);
          setAsking(false);
        }}
      />
    </>
  );
}
