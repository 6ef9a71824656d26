import type { DeliveryAttempt } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../../ground/app.ts";
import { keyRing, type KeyRing } from "../../ground/sealing/key-ring.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { Claim } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endAttempt } from "./end-attempt.ts";
import { deliveryLeases, lockDueDeliveries, readLeased } from "./queries/claims.ts";
import type { DeliveryRow } from "./queries/deliveries.ts";
import { openRequest } from "./sealed-request.ts";

/** The most bytes of bodies in one answer. The first delivery goes whatever its size. */
const mostBytes = 8 * 1_048_576;

function fitting(due: readonly { id: string; size: number }[]): string[] {
  let bytes = 0;
  return due
    .filter(({ size }, at) => {
      bytes += size;
      return at === 0 || bytes <= mostBytes;
    })
    .map(({ id }) => id);
}

function messageOf(ring: KeyRing, row: DeliveryRow): DeliveryAttempt {
  const { id, attempt, projectId, environment, endpointId, bindingId, tenantId, caller, requestId } = row;
  const request = openRequest(ring, row);
  const named = { projectId, environment, endpointId, bindingId, tenantId, caller, requestId };
  const receivedAt = row.receivedAt.getTime();
  return { runId: id, attempt, ...named, executionId: row.executionId ?? "", receivedAt, request };
}

/**
 * Ends attempts whose request does not open. If this control plane lacks the key, the delivery waits for one that has
 * it, and the attempt does not count. A request that somebody altered in the database never opens, so it is given up.
 */
const endUnopened = (app: App, scope: InstallationScope, row: DeliveryRow, { reason: why }: SealError) =>
  why === "unknown-key"
    ? endAttempt(app, scope, row, { end: "postponed", reason: "It waits for its encryption key.", ran: false })
    : endAttempt(app, scope, row, { end: "refused", reason: "It is not what was sealed there." });

/** Gives a worker deliveries to run, with the requests as they came; null when there are none. */
export async function claimDeliveries(
  app: App,
  scope: InstallationScope,
  claim: Claim,
): Promise<DeliveryAttempt[] | null> {
  const ring = await keyRing(app.settings.encryptionKeys);
  const undelivered = await deliveryLeases.findUndelivered(scope, claim);
  const due = fitting(await lockDueDeliveries(app, scope, claim, ring.ids));
  await deliveryLeases.lease(app.clock, scope, claim, due);
  const ids = [...undelivered, ...due];
  if (ids.length === 0) return null;
  const attempts: DeliveryAttempt[] = [];
  for (const row of await readLeased(scope, ids)) {
    try {
      attempts.push(messageOf(ring, row));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      app.log.error({ err: error, deliveryId: row.id }, "a delivery cannot be opened");
      await endUnopened(app, scope, row, error);
    }
  }
  return attempts.length > 0 ? attempts : null;
}
