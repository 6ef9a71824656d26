import { createLog } from "@ferrule/kit/log.ts";
import { findAddon } from "../process/addon-path.ts";
import { buildGuest, type GuestCode } from "../process/build-guest.ts";
import { createCallRunner } from "../call/call-runner.ts";
import { findConfinement } from "../../../ground/confinement/find-confinement.ts";

/**
 * Simulates a taken-over executor. From the first frame that contains `HOSTILE:<name>` on, the honest program gets no
 * more frames, and this case acts instead. `call` is the number of the call that took the executor over.
 */
const takeover = `
const net = require("node:net");
const honestOn = net.Socket.prototype.on;
const frame = (kind, id, ...parts) => {
  const texts = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  const bodies = texts.flatMap((text) => { const head = Buffer.alloc(4); head.writeUInt32LE(text.length); return [head, text]; });
  const head = Buffer.alloc(9);
  head[4] = kind;
  head.writeUInt32LE(id >>> 0, 5);
  const whole = Buffer.concat([head, ...bodies]);
  whole.writeUInt32LE(whole.length - 4, 0);
  return whole;
};
const result = (kind, reason, flags) => { const head = Buffer.alloc(20); head[0] = kind; head[1] = reason; head[2] = flags; return head; };
let taken = false;
let seen = Buffer.alloc(0);
const cases = CASES;
function hear(socket, chunk) {
  seen = Buffer.concat([seen, chunk]);
  const name = /HOSTILE:([\\w-]+)/.exec(seen.toString("latin1"))[1];
  for (let at = 0; at + 9 <= seen.length && at + 4 + seen.readUInt32LE(at) <= seen.length; at += 4 + seen.readUInt32LE(at)) {
    if (seen[at + 4] !== 3) continue;
    const call = seen.readUInt32LE(at + 5);
    seen = Buffer.alloc(0);
    const write = (data) => socket.write(data);
    cases[name](write, call, socket);
    hear = () => undefined;
    return;
  }
}
net.Socket.prototype.on = function (event, listener) {
  if (event !== "data") return honestOn.call(this, event, listener);
  return honestOn.call(this, event, (chunk) => {
    if (!taken && !chunk.includes("HOSTILE:")) return listener(chunk);
    taken = true;
    hear(this, chunk);
  });
};
`;

/**
 * A call runner whose executors can be taken over by the given cases. The cases are the text of an object of functions.
 */
export const hostileExecutors = (cases: string) =>
  startWith(({ executor, prelude }) => ({
    executor: `${takeover.replace("CASES", () => cases)}\n${executor}`,
    prelude,
  }));

/** A call runner whose isolates run another prelude. */
export const hostileGuests = (prelude: string) => startWith(({ executor }) => ({ executor, prelude }));

async function startWith(change: (code: GuestCode) => GuestCode) {
  const [guest, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  const runner = createCallRunner({
    log: createLog("worker", "silent"),
    executors: 1,
    cpuLimitMs: 120_000,
    idleIsolates: 64,
    code: {
      code: { ...change(guest), addonPath: findAddon(), snapshot: undefined, confinement },
      keep: () => Promise.resolve(),
      retake: () => Promise.resolve(),
    },
    hostCalls: {},
    quarantineFile: undefined,
  });
  await runner.ready();
  return runner;
}
