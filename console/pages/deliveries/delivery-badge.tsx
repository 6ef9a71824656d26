import type { DeliveryStatus } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleAlert, Clock, LoaderCircle } from "lucide-react";
import { badgeOf, statesOf, type Looks } from "../../components/badge.tsx";

const looks: Looks<DeliveryStatus> = {
  queued: ["neutral", Clock, "Queued"],
  running: ["accent", LoaderCircle, "Running"],
  succeeded: ["good", Check, "Succeeded"],
  dead: ["bad", CircleAlert, "Dead"],
  discarded: ["warn", Ban, "Discarded"],
};

/** The states of a delivery, to filter by. */
export const deliveryChoices = statesOf(looks);

/** The state of a delivery. */
export const DeliveryBadge = badgeOf(looks);
