import { randomBytes } from "node:crypto";
import type { CallTable } from "./call-table.ts";
import type { Guest } from "./call.ts";
import { deliver } from "./deliver.ts";
import { discard, leave, settle, settleError, terminate } from "./end-call.ts";
import { frameKinds } from "./protocol/frames.ts";
import { most, resultKinds } from "./protocol/guest-bounds.ts";
import type { Bridge } from "./isolates/guest-isolate.ts";
import type { GuestError, ResultHead } from "./protocol/messages.ts";
import { sendLog } from "./send-log.ts";
import { runSubtle } from "./subtle/subtle.ts";
import { turn } from "./turns.ts";

const empty = new Uint8Array(0);

/** The error for a message that an intact prelude never sends. */
const brokenGuest: GuestError = {
  safe: false,
  code: "FUNCTION_ERROR",
  message: "The Function sent the platform a message that it does not understand.",
  status: null,
  stack: null,
};

const areStrings = (...values: unknown[]): boolean => values.every((value) => typeof value === "string");
const areBytes = (value: unknown): boolean => value === undefined || value instanceof Uint8Array;
function isObject(json: string): boolean {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function broken(table: CallTable, { call }: Guest): void {
  if (call !== undefined && call.stopping === undefined) settleError(table, call, brokenGuest);
}

/** The guest's call has a result. */
function finish(
  table: CallTable,
  guest: Guest,
  kind: string,
  text: string,
  replyHead: string,
  tookMs: number,
  bytes: Uint8Array | undefined,
): void {
  const { call } = guest;
  if (call === undefined) return;
  if (call.stopping !== undefined) return call.isClosing ? terminate(table, call, call.stopping) : undefined;
  if (!areStrings(kind, text, replyHead) || !areBytes(bytes)) return broken(table, guest);
  // An oversized frame would break the channel, and other calls with it.
  if (text.length + replyHead.length > most.textChars || (bytes?.byteLength ?? 0) > most.replyBytes)
    return settle(table, call, "terminated", { reason: "output" });
  if (kind === "large") return settle(table, call, "terminated", { reason: "output" });
  if (!resultKinds.has(kind)) return broken(table, guest);
  leave(table, call);
  const { paceMs, attached: reusable } = guest;
  const waited = call.turns > 1;
  table.results.add({
    call,
    head: { kind: kind as ResultHead["kind"], cpuMs: 0, paceMs, reusable, waited, entered: true, overran: false },
    text,
    replyHead,
    bytes: bytes ?? empty,
    // If somebody has set a clock back meanwhile, we must not lose the result.
    tookMs: Number.isFinite(tookMs) && tookMs > 0 ? tookMs : 0,
    isOver: false,
    keptMs: undefined,
  });
  if (!reusable) discard(table, guest);
}

/** Handles a host call of the guest. Cryptography runs here; the worker handles everything else. */
function host(
  table: CallTable,
  guest: Guest,
  op: number,
  name: string,
  json: string,
  bytes: Uint8Array | undefined,
): void {
  const { channel } = table;
  const { call } = guest;
  if (!isNumber(op) || !areStrings(name, json) || name.length > most.nameChars || !areBytes(bytes))
    return broken(table, guest);
  // The prelude never exceeds this, so a larger message gets no reply.
  if (call === undefined || json.length > most.textChars) return;
  if (name === "http.write" ? ++call.writes > most.writes : ++call.hostCalls > most.hostCalls) return;
  const body = bytes ?? empty;
  const size = body.byteLength + json.length;
  if (body.byteLength > most.requestBytes || call.asked.has(op) || call.askedBytes + size > most.askedBytes) return;
  call.asked.set(op, size);
  call.askedBytes += size;
  if (name !== "subtle") {
    call.isRestartable = false;
    return channel.send(frameKinds.host, call.id, JSON.stringify({ op, name }), json, body);
  }
  // One at a time for each call, because neighbours share the threads of these operations.
  call.subtle = call.subtle.then(async () => {
    if (guest.call !== call) return;
    const caller = { tenant: guest.tenant, isWanted: () => guest.call === call };
    const answer = await runSubtle(json, body, caller);
    if (answer !== undefined) return deliver(table, call, op, answer.ok, answer.text, answer.result);
    // This takes long. The worker has processes for it that can be killed at no cost to others.
    channel.send(frameKinds.host, call.id, JSON.stringify({ op, name }), json, body);
  });
  call.subtle.catch(() => broken(table, guest));
}

/** Sets the time of the guest's next timer. */
function alarm(table: CallTable, guest: Guest, afterMs: number): void {
  clearTimeout(guest.alarm);
  guest.alarm = undefined;
  const { call } = guest;
  if (call === undefined || typeof afterMs !== "number" || !(afterMs >= 0)) return;
  guest.alarm = setTimeout(
    () => {
      guest.alarm = undefined;
      if (guest.call === call) turn(table, call, ["tick"]);
    },
    Math.min(afterMs, 0x7fffffff),
  );
}

function progress(table: CallTable, guest: Guest, json: string): void {
  const { call } = guest;
  if (!areStrings(json)) return broken(table, guest);
  if (call === undefined || ++call.progress > most.progress || json.length > most.progressChars) return;
  if (!isObject(json)) return broken(table, guest);
  table.channel.send(frameKinds.progress, call.id, json);
}

/**
 * Makes the functions that guests call. The size and form of their arguments are untrusted. If a guest sends something
 * impossible, only its own call and isolate end.
 */
export function createBridge(table: CallTable): Bridge {
  const { channel } = table;
  return {
    broken: (guest) => broken(table, guest),
    finish: (guest, kind, text, head, tookMs, bytes) => finish(table, guest, kind, text, head, tookMs, bytes),
    host: (guest, op, name, json, bytes) => host(table, guest, op, name, json, bytes),
    alarm: (guest, afterMs) => alarm(table, guest, afterMs),
    progress: (guest, json) => progress(table, guest, json),
    random: (_guest, bytes) => new Uint8Array(randomBytes(isNumber(bytes) ? Math.min(most.randomBytes, bytes) : 0)),
    log: (guest, level, message, data) => {
      if (!areStrings(level, message, data) || level.length > most.levelChars) return broken(table, guest);
      if (guest.call !== undefined) sendLog(channel, guest.call, level, message, data);
    },
    attached: (guest) => {
      if (guest.attached) return;
      guest.attached = true;
      if (guest.call !== undefined) channel.send(frameKinds.loaded, guest.call.id);
    },
    drop: (guest, op) => {
      const { call } = guest;
      if (!isNumber(op)) return broken(table, guest);
      if (call !== undefined && ++call.drops <= most.hostCalls) channel.send(frameKinds.drop, call.id, String(op));
    },
  };
}
