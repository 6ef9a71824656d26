import { setTimeout as delay } from "node:timers/promises";
import type { App } from "../app.ts";
import type { InstallationScope } from "../store/scope.ts";
import { eventHash } from "./event-hash.ts";
import { listWriters, lockChain, readUnsealed, seal, toAuditEvent, type AuditEventRow } from "./queries.ts";

const batchSize = 2_000;
/** How long one round waits for transactions that may still commit an earlier event. */
const patienceMs = 400;

/** Whether every transaction that could have written an event by now has ended. */
async function writersEnded(scope: InstallationScope): Promise<boolean> {
  const writers = new Set(await listWriters(scope));
  const deadline = performance.now() + patienceMs;
  while (writers.size > 0 && performance.now() < deadline) {
    await delay(20);
    const present = new Set(await listWriters(scope));
    for (const writer of writers) if (!present.has(writer)) writers.delete(writer);
  }
  return writers.size === 0;
}

/**
 * The events that can be sealed now, in order. PostgreSQL gives out a sequence before the commit, so a gap means a
 * transaction that still runs or that rolled back. Every transaction locks the table before it takes a sequence, and
 * holds the lock until its rows are visible. So when the holders of that lock have ended, nobody fills the gap any
 * more.
 */
async function settled(scope: InstallationScope, after: number): Promise<AuditEventRow[]> {
  const rows = await readUnsealed(scope, after, batchSize, null);
  const gap = rows.findIndex(({ sequence }, index) => sequence !== after + index + 1);
  const last = rows.at(-1);
  if (gap === -1 || last === undefined) return rows;
  if (await writersEnded(scope)) return readUnsealed(scope, after, batchSize, last.sequence);
  return rows.slice(0, gap);
}

async function sealBatch(scope: InstallationScope): Promise<number> {
  const head = await lockChain(scope);
  const rows = await settled(scope, head.sequence);
  const sealed: { sequence: number; hash: string }[] = [];
  let { hash } = head;
  for (const row of rows) {
    hash = eventHash(hash, toAuditEvent(row));
    sealed.push({ sequence: row.sequence, hash });
  }
  if (sealed.length > 0) await seal(scope, sealed);
  return sealed.length;
}

/**
 * Chains the events written since the last round, in the order of their sequences. Writers never wait for this; two
 * replicas that seal at once take turns.
 */
export async function sealAuditEvents(app: App): Promise<void> {
  while (!app.closing.aborted && (await app.store.inInstallation(sealBatch)) === batchSize);
}
