import { deliveredRequest, type DeliveredRequest } from "@ferrule/contract/internal/deliveries.ts";
import type { KeyRing } from "../../ground/sealing/key-ring.ts";
import { openSecret } from "../../ground/sealing/open-secret.ts";
import type { SealContext } from "../../ground/sealing/seal-context.ts";
import type { DeliveryRow } from "./queries/deliveries.ts";

/** The seal's context of a delivery's request, without which it does not open. */
export const contextOf = ({
  projectId,
  environment,
  id,
  version,
}: Pick<DeliveryRow, "projectId" | "environment" | "id" | "version">): SealContext => ({
  projectId,
  environment,
  secretId: id,
  name: "delivery",
  version,
});

/** The request of a delivery, for the worker that runs it. @throws SealError */
export const openRequest = (ring: KeyRing, row: DeliveryRow): DeliveredRequest =>
  deliveredRequest.parse(JSON.parse(openSecret(ring, contextOf(row), row)));
