import type { Environment } from "@ferrule/contract/states.ts";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { count } from "../../components/format.ts";
import { toast } from "../../components/overlay/toast.tsx";

interface RedeliverDeadProps {
  environment: Environment;
  endpointId: string | undefined;
}

/** Redelivers every dead delivery of the environment, or of one endpoint there. */
export function RedeliverDead({ environment, endpointId }: RedeliverDeadProps) {
  const [isAsking, setAsking] = useState(false);
  const forbidden = useDisabledReason("redeliverDeliveries", environment);
  const redeliver = useAction("redeliverDeliveries", {
    onSuccess: ({ changed, more }) => {
      const said = changed === 0 ? "Nothing was dead" : `${count(changed)} queued again`;
      toast(said, more ? "More are left: redeliver again" : undefined);
      setAsking(false);
    },
  });
  return (
    <>
      <Button icon={RotateCw} disabledReason={forbidden} onClick={() => setAsking(true)}>
        Redeliver dead
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Redeliver all dead deliveries?"
        description={`Those of ${endpointId === undefined ? "every endpoint" : "this endpoint"}, at most 1,000 at once, the oldest first.`}
        consequences={["Each runs again with all its attempts, on what is deployed now."]}
        confirmLabel="Redeliver"
        kind={environment === "production" ? "production" : "primary"}
        busy={redeliver.isPending}
        error={redeliver.error}
        onConfirm={() =>
          redeliver.mutate({ body: { environment, ...(endpointId === undefined ? {} : { endpointId }) } })
        }
      />
    </>
  );
}
