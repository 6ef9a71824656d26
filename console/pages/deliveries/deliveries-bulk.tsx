import { RotateCw } from "lucide-react";
import { bareApi } from "../../api/api.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { disabling, enabling, useActs } from "../bulk/make-acts.ts";
import type { DeliveryRow } from "./delivery-columns.tsx";

const chosen = ({ id, environment }: DeliveryRow) => ({ body: { environment, deliveryIds: [id] } });

/** Fails if the delivery is in another state by now, which the API does not count as an error. */
const changing = (operation: "redeliverDeliveries" | "discardDeliveries") => async (row: DeliveryRow) => {
  const { changed } = await bareApi[operation](chosen(row));
  if (changed === 0) throw new Error("Its state has changed meanwhile.");
};

/** What can be done to the chosen deliveries. */
export function DeliveriesBulk(props: BulkProps<DeliveryRow>) {
  const environment = useEnvironment();
  const acts = [
    {
      ...enabling("redeliverDeliveries", chosen, {
        verb: "Redeliver",
        done: "queued again",
        icon: RotateCw,
        takes: ({ status }) => status === "dead" || status === "discarded",
        none: "None of them is dead or discarded.",
        description: "Each runs again with all its attempts, on what is deployed now.",
        kind: environment === "production" ? "production" : "primary",
      }),
      call: changing("redeliverDeliveries"),
    },
    {
      ...disabling("discardDeliveries", chosen, {
        verb: "Discard",
        done: "discarded",
        takes: ({ status }) => status === "queued" || status === "dead",
        none: "Only waiting or dead deliveries can be discarded.",
        description: "They do not run any more, unless somebody redelivers them.",
      }),
      call: changing("discardDeliveries"),
    },
  ];
  return (
    <BulkBar
      {...props}
      noun={["delivery", "deliveries"]}
      nameOf={({ deliveryKey, route }) => deliveryKey ?? route}
      acts={useActs(acts, environment)}
    />
  );
}
