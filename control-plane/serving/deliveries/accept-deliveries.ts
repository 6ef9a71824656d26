// Why: docs/decisions/deliveries-run-once.md
import type { Acceptance, NewDelivery } from "@ferrule/contract/internal/deliveries.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { insertDeliveries, waitingDeliveries, type DeliveryToInsert } from "../runs/queries/deliveries.ts";
import { liesApart, newRunSeal } from "../runs/seals/seal-run.ts";
import { fingerprintKey, lockEndpoints, rememberFingerprints } from "./queries/accept.ts";

/** The most that may wait in one Project, so that an endpoint that fails for a day does not fill the database. */
const mostWaiting = { count: 100_000, bytes: 2 * 1_024 ** 3 };

const storable = (text: string) => text.toWellFormed().replaceAll("\0", "");

/** A delivery as a row, with its request sealed. */
async function rowOf(app: App, given: NewDelivery): Promise<DeliveryToInsert> {
  const { request, fingerprint: _, rememberSeconds: __, receivedAt: ___, projectId, deliveryKey, ...rest } = given;
  const { seal, columns } = await newRunSeal(app, { ...rest, projectId, mode: "delivery" });
  const sealed = seal("input", request);
  return {
    ...rest,
    deliveryKey: deliveryKey === null ? null : storable(deliveryKey),
    keyId: columns.keyId,
    wrappedKey: columns.wrappedKey.toString("base64"),
    sealedRequest: sealed.toString("base64"),
    isApart: liesApart(sealed),
  };
}

const fingerprintOf = ({ bindingId, environment, fingerprint, rememberSeconds, id }: NewDelivery) => ({
  bindingId,
  environment,
  fingerprint,
  rememberSeconds,
  deliveryId: id,
});

async function accept(app: App, scope: ProjectScope, given: readonly NewDelivery[]): Promise<Map<string, Acceptance>> {
  const refused = (outcome: "full" | "gone", some: readonly NewDelivery[]) =>
    some.map(({ id }): [string, Acceptance] => [id, { id, outcome, original: null }]);
  const there = await lockEndpoints(scope, [...new Set(given.map(({ endpointId }) => endpointId))]);
  const wanted = given.filter(({ endpointId }) => there.has(endpointId));
  const gone = refused(
    "gone",
    given.filter(({ endpointId }) => !there.has(endpointId)),
  );
  if (wanted.length === 0) return new Map(gone);
  const waiting = await waitingDeliveries(scope);
  const isFull = waiting.count >= mostWaiting.count || waiting.bytes >= mostWaiting.bytes;
  if (isFull) return new Map([...gone, ...refused("full", wanted)]);
  const first = [...new Map(wanted.toReversed().map((one) => [fingerprintKey(one), one])).values()];
  const known = await rememberFingerprints(scope, first.map(fingerprintOf));
  const originalOf = (one: NewDelivery) => known.get(fingerprintKey(one)) ?? one.id;
  const fresh = first.filter((one) => originalOf(one) === one.id);
  await insertDeliveries(scope, await Promise.all(fresh.map((one) => rowOf(app, one))));
  const accepted = wanted.map((one): [string, Acceptance] => {
    const original = originalOf(one);
    if (original === one.id) return [one.id, { id: one.id, outcome: "accepted", original: null }];
    return [one.id, { id: one.id, outcome: "duplicate", original }];
  });
  return new Map([...gone, ...accepted]);
}

/** Stores deliveries, each once. Returns for each, in the given order, whether it was accepted. */
export async function acceptDeliveries(app: App, given: readonly NewDelivery[]): Promise<Acceptance[]> {
  const results = new Map<string, Acceptance>();
  for (const [projectId, some] of Map.groupBy(given, ({ projectId: of }) => of)) {
    const accepted = await app.store.inProject(projectId, (scope) => accept(app, scope, some));
    for (const [id, acceptance] of accepted) results.set(id, acceptance);
  }
  return given.map(({ id }) => results.get(id) ?? { id, outcome: "gone", original: null });
}
