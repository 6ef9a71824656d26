import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleAlert, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../components/badge.tsx";

const looks: Record<DeliveryStatus, [Tone, LucideIcon, string]> = {
  queued: ["neutral", Clock, "Queued"],
  running: ["accent", LoaderCircle, "Running"],
  succeeded: ["good", Check, "Succeeded"],
  dead: ["bad", CircleAlert, "Dead"],
  discarded: ["warn", Ban, "Discarded"],
};

/** The states of a delivery, to filter by. */
export const deliveryChoices = Object.entries(looks).map(([value, [, , label]]) => ({ value, label }));

/** The state of a delivery. */
export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [tone, icon, word] = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
