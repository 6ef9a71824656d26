import type { ItemOf } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";

export type DeliveryRow = ItemOf<"listDeliveries">;

/** The columns of the list of deliveries. */
export const deliveryColumns: readonly Column<DeliveryRow>[] = [
  { id: "at", header: "Received", width: "7rem", cell: ({ receivedAt }) => <Time at={receivedAt} plain /> },
  { id: "status", header: "State", width: "8rem", cell: ({ status }) => <DeliveryBadge status={status} /> },
  { id: "route", header: "Route", cell: ({ route }) => <Mono>{route}</Mono> },
  {
    id: "key",
    header: "Sender's id",
    width: "13rem",
    from: "lg",
    cell: ({ deliveryKey }) => deliveryKey !== null && <Mono>{deliveryKey}</Mono>,
  },
  {
    id: "reason",
    header: "Why",
    from: "xl",
    cell: ({ reason, nextAttemptAt, attempt }) => (
      <span className="text-xs" title={reason ?? undefined}>
        {nextAttemptAt !== null && attempt > 0 && (
          <>
            retry <Time at={nextAttemptAt} plain /> ·{" "}
          </>
        )}
        {reason}
      </span>
    ),
  },
  {
    id: "attempt",
    header: "Attempts",
    align: "end",
    width: "6rem",
    from: "sm",
    cell: ({ attempt }) => attempt || "",
  },
];
