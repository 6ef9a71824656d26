import { Link } from "@tanstack/react-router";
import { Ban, RotateCw } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { Mono } from "../../components/mono.tsx";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { bytes } from "../../components/format.ts";
import { FunctionName } from "../../components/show/function-name.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { DeliveryAttempts } from "./delivery-attempts.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";

type Delivery = AnswerOf<"getDelivery">;

function Actions({ delivery: { id, environment, status } }: { delivery: Delivery }) {
  const mayRedeliver = useDisabledReason("redeliverDeliveries", environment);
  const mayDiscard = useDisabledReason("discardDeliveries", environment);
  const redeliver = useAction("redeliverDeliveries", { onSuccess: () => toast("Queued again") });
  const discard = useAction("discardDeliveries", { onSuccess: () => toast("Discarded") });
  const body = { environment, deliveryIds: [id] };
  const isOpen = status === "queued" || status === "running";
  const error = redeliver.error ?? discard.error;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={RotateCw}
          kind={environment === "production" ? "production" : "primary"}
          busy={redeliver.isPending}
          disabledReason={mayRedeliver ?? (isOpen ? "It has not ended yet." : null)}
          onClick={() => redeliver.mutate({ body })}
        >
          Redeliver
        </Button>
        <Button
          icon={Ban}
          busy={discard.isPending}
          disabledReason={
            mayDiscard ??
            (status === "queued" || status === "dead" ? null : "Only a waiting or dead delivery can be discarded.")
          }
          onClick={() => discard.mutate({ body })}
        >
          Discard
        </Button>
        <Link to="/runs/$runId" params={{ runId: id }} className="link self-center text-sm">
          Open as a run
        </Link>
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  );
}

function Detail({ delivery }: { delivery: Delivery }) {
  const { reason, nextAttemptAt, finishedAt } = delivery;
  return (
    <>
      {reason !== null && (
        <p className="rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm break-words text-warn">
          {reason}
        </p>
      )}
      <Facts
        items={[
          ["State", <DeliveryBadge key="status" status={delivery.status} />],
          ["Received", <Time key="received" at={delivery.receivedAt} />],
          ...(nextAttemptAt === null
            ? []
            : [["Next attempt", <Time key="next" at={nextAttemptAt} />] as [string, React.ReactNode]]),
          ...(finishedAt === null
            ? []
            : [["Ended", <Time key="ended" at={finishedAt} />] as [string, React.ReactNode]]),
          [
            "Route",
            <Link
              key="route"
              to="/endpoints/$endpointId"
              params={{ endpointId: delivery.endpointId }}
              className="link font-mono text-xs"
            >
              {delivery.route}
            </Link>,
          ],
          ["Function", <FunctionName key="function" id={delivery.functionId} />],
          ["Environment", <EnvironmentBadge key="environment" environment={delivery.environment} />],
          [
            "Sender's id",
            delivery.deliveryKey === null ? (
              "None: recognized by its content"
            ) : (
              <Mono key="key">{delivery.deliveryKey}</Mono>
            ),
          ],
          ["Body", bytes(delivery.size)],
          ["Tenant", <Mono key="tenant">{delivery.tenantId}</Mono>],
          ["Caller", delivery.caller.name ?? delivery.caller.kind],
          ["Request", <Mono key="request">{delivery.requestId}</Mono>],
        ]}
      />
    </>
  );
}

/** One delivery: its state, actions and attempts. */
export function DeliveryDrawer({ deliveryId, onClose }: { deliveryId: string; onClose: () => void }) {
  const { data, error, refetch } = useOperation("getDelivery", { params: { deliveryId } }, { refetchInterval: 3_000 });
  return (
    <Drawer key={deliveryId} open onClose={onClose} size="lg" title={data?.deliveryKey ?? "Delivery"}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <Skeleton className="h-96" />
      ) : (
        <div className="grid gap-5">
          <Actions key={data.id} delivery={data} />
          <Detail delivery={data} />
          <DeliveryAttempts requestId={data.requestId} />
        </div>
      )}
    </Drawer>
  );
}
