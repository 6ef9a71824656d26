import type { CallTable } from "./call-table.ts";
import type { Call, Guest } from "./call.ts";
import { discard, settle, settleAll, settleError } from "./end-call.ts";
import { loadError } from "./protocol/guest-bounds.ts";
import { mayRunInline, runInline, timeTurns } from "./scheduling/inline-turns.ts";
import { sendLog } from "./send-log.ts";

/** After this many turns without an unhandled rejection, an isolate is trusted. */
const orderlyCalls = 100;

/** Runs a turn of an isolate when it is allowed to. While the scales are on, it weighs the turn. */
export function inTurn(table: CallTable, guest: Guest, run: () => Promise<unknown>): void {
  const { gate, scales } = table;
  gate(guest.tenant, () => {
    if (!scales.isOn) return run();
    return scales
      .during(guest, table.underWay === 0, run)
      .then((isHeavy) => (isHeavy ? endHeavy(table, guest) : undefined));
  });
}

/** Ends an isolate that exceeds its limit with memory that the engine does not count. */
function endHeavy(table: CallTable, guest: Guest): void {
  if (guest.disposedAt !== undefined) return;
  table.heavy.push(guest.id);
  if (guest.call !== undefined) return settle(table, guest.call, "terminated", { reason: "memory", heavy: true });
  table.untold.push(guest.id);
  discard(table, guest);
}

const isAlone = ({ calls, underWay, scales }: CallTable, call: Call) =>
  calls.size === 1 && underWay === 0 && !scales.isOn && mayRunInline(call);

/** Runs a turn in this thread, which blocks this process meanwhile. */
function turnInline(table: CallTable, call: Call, args: unknown[]): void {
  const { guest } = call;
  guest.busySince = performance.now();
  guest.openTurns += 1;
  table.underWay += 1;
  const { error, overran } = runInline(guest, args);
  if (overran) {
    guest.openTurns -= 1;
    table.underWay -= 1;
    settle(table, call, "requeue", { overran });
  } else turnEnded(table, call, error);
  table.results.sendReady();
}

/** Records the duration of calls that completed in one turn. `before`: the isolate's CPU time at the turn's start. */
function notePace(guest: Guest, before: bigint, count: number): void {
  if (guest.call !== undefined || guest.isolate.isDisposed) return;
  const meanMs = Number(guest.isolate.cpuTime - before) / 1e6 / count;
  guest.paceMs += (meanMs - guest.paceMs) / (guest.paceMs === 0 ? 1 : 4);
}

/** Hands the calls in line to their isolate, if it is free. */
export function advance(table: CallTable, guest: Guest): void {
  if (guest.line.length === 0 || guest.call !== undefined || guest.openTurns > 0 || guest.isNext) return;
  if (isAlone(table, guest.line[0]!)) {
    const call = table.lines.hand(guest)[0]!;
    call.turns = 1;
    call.cpuStart = guest.isolate.cpuTime;
    turnInline(table, call, ["call", call.number, call.facts, call.input]);
    return notePace(guest, call.cpuStart, 1);
  }
  guest.isNext = true;
  inTurn(table, guest, () => handLine(table, guest));
}

/** Enters all calls in line in order, in one turn. */
function handLine(table: CallTable, guest: Guest): Promise<unknown> {
  const { lines } = table;
  guest.isNext = false;
  if (guest.line.length === 0 || guest.disposedAt !== undefined || guest.isolate.isDisposed) {
    lines.recall(guest, false);
    return Promise.resolve();
  }
  const train = lines.hand(guest);
  const before = guest.isolate.cpuTime;
  train[0]!.cpuStart = before;
  const last = train.at(-1)!;
  const passing = enterAll(table, guest, train);
  const passed = () => {
    lines.passed(guest);
    notePace(guest, before, train.length);
  };
  return track(table, last, passing.finally(passed), train.length);
}

/** Enters calls in order. The promise is the last call's. */
function enterAll(table: CallTable, guest: Guest, train: readonly Call[]): Promise<unknown> {
  const { results } = table;
  const last = train.at(-1)!;
  let passing: Promise<unknown> | undefined;
  for (const call of train) {
    call.turns = 1;
    const args = [false, "call", call.number, call.facts, call.input];
    // When the last one has ended, all have ended. Learning of each end costs a tenth of a short call. So we stop
    // asking for it once enough turns in a row left no unhandled rejection.
    call.isHeard = guest.orderly < orderlyCalls || call === last;
    if (!call.isHeard) guest.enter!.applyIgnored(undefined, args);
    else passing = guest.enter!.apply(undefined, args);
    if (call.isHeard && call !== last)
      passing!.then(
        () => results.over(call),
        (error: unknown) => entryEnded(table, call, error),
      );
  }
  return passing!;
}

/** The engine has finished its entry for a call. `error`: most likely an unhandled rejection. */
function entryEnded({ channel, results }: CallTable, call: Call, error: unknown): void {
  const { guest } = call;
  guest.orderly = error === undefined ? guest.orderly + 1 : 0;
  if (error !== undefined && guest.attached && guest.disposedAt === undefined && !guest.isolate.isDisposed) {
    // The call may continue, but its author should know.
    const told = error instanceof Error ? `${error.name}: ${error.message}` : "something that is no error";
    sendLog(channel, call, "warn", `Unhandled rejection: ${told.slice(0, 1_000)}`, "");
  }
  results.over(call);
}

function turnEnded(table: CallTable, call: Call, error: unknown): void {
  const { guest } = call;
  entryEnded(table, call, error);
  guest.openTurns -= 1;
  table.underWay -= 1;
  guest.busySince = performance.now();
  if (guest.openTurns === 0) table.dying.delete(guest);
  const current = guest.call;
  if (guest.disposedAt !== undefined) return guest.openTurns === 0 ? settleAll(table, guest) : undefined;
  if (guest.isolate.isDisposed) {
    // The isolate ran out of memory. We blame the call that was entered last, even after its result.
    if (current === undefined) table.untold.push(guest.id);
    else settle(table, current, "terminated", { reason: "memory" });
    discard(table, guest);
    return guest.openTurns === 0 ? settleAll(table, guest) : undefined;
  }
  if (current === undefined) return advance(table, guest);
  table.meter.measure(current);
  if (error !== undefined && !guest.attached) return settleError(table, current, loadError(error));
  // The call waits for something outside, for an unknown time.
  if (guest.openTurns === 0 && guest.call === current && current.turns > 0) table.lines.recall(guest, true);
  advance(table, guest);
}

/** Handles the end of a turn. `count`: it ends the last of this many calls. */
export function track(table: CallTable, call: Call, turn: Promise<unknown>, count = 1): Promise<void> {
  const { guest } = call;
  if (guest.openTurns === 0) guest.busySince = performance.now();
  guest.openTurns += 1;
  table.underWay += 1;
  const noteTurns = timeTurns(guest, count);
  const ended = (error: unknown) => {
    noteTurns(guest);
    turnEnded(table, call, error);
  };
  return turn.then(
    () => ended(undefined),
    (error: unknown) => ended(error ?? new Error("null was thrown")),
  );
}

/** Enters the isolate for its current call. An unhandled rejection rejects the turn, which has no effect. */
export function turn(table: CallTable, call: Call, args: unknown[]): void {
  const { guest } = call;
  if (args[0] !== "abort" && call.turns > 0 && guest.call === call && isAlone(table, call)) {
    call.turns += 1;
    return turnInline(table, call, args);
  }
  inTurn(table, guest, () => {
    const isGone = guest.enter === undefined || guest.disposedAt !== undefined || guest.isolate.isDisposed;
    if (guest.call !== call || isGone) return Promise.resolve();
    call.turns += 1;
    // We do not use the engine's own time limit, because its timer runs for the full time even if the turn ends early.
    // The worker enforces the limit, and disposing of the isolate ends the turn.
    return track(table, call, guest.enter!.apply(undefined, [false, ...args]));
  });
}
