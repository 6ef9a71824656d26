import { encodeResultHead } from "./binary-heads.ts";
import { createBridge } from "./bridge.ts";
import { loadError, most } from "./guest-bounds.ts";
import { newCall, type Call } from "./call.ts";
import type { Channel } from "./channel.ts";
import { createCallMeter } from "./call-meter.ts";
import { chargeableMs } from "./cpu-meter.ts";
import { frameKinds } from "./frames.ts";
import { discardGuest, type Guest } from "./guest-isolate.ts";
import { mayRunInline, runInline, timeTurns } from "./inline-turns.ts";
import { createLines } from "./lines.ts";
import {
  abortGraceMs,
  afterglowMs,
  disposeGraceMs,
  type CallHead,
  type GuestError,
  type PongState,
  type ReplyHead,
  type ResultHead,
} from "./messages.ts";
import type { Platform } from "./platform.ts";
import { createResults } from "./results.ts";
import { createScales } from "./scales.ts";
import { createTurnGate } from "./turn-gate.ts";

const empty = new Uint8Array(0);
/** An isolate that has been heard of so often, without a rejection that nobody handles, is trusted to go on like that. */
const orderlyCalls = 100;
const gone = { cpuMs: 0, paceMs: 0, reusable: false, waited: false, entered: false, overran: false };
/** Everything about calls in this executor: starting, replying, stopping, and the bridge that guests speak through. */
export function createCalls(channel: Channel, guests: Map<number, Guest>, platform: Platform) {
  const calls = new Map<number, Call>();
  const dying = new Set<Guest>();
  /** Isolates of which no call's result has told that they have gone. */
  const untold: number[] = [];
  /** Have been given calls by the frames that are being taken. */
  const due = new Set<Guest>();
  /** Turns that have not ended, of all isolates. */
  let underWay = 0;
  /** Isolates that were ended for what they weigh, since the last pong. */
  const heavy: number[] = [];
  const scales = createScales(guests);
  const gate = createTurnGate(() => scales.isOn);
  const lines = createLines(giveBack);
  const meter = createCallMeter(guests);
  const results = createResults(channel, meter);

  /** Takes a call out that has begun; false: it is out already. The next of those handed in is the isolate's call then. */
  function leave(call: Call): boolean {
    if (!calls.delete(call.id)) return false;
    const { guest } = call;
    clearTimeout(guest.alarm);
    guest.alarm = undefined;
    if (guest.call !== call) return true;
    guest.call = guest.handed.shift();
    guest.busySince = performance.now();
    // Until the results of those before it leave.
    if (guest.call !== undefined) guest.call.cpuStart = call.cpuStart;
    return true;
  }

  /** Ends a call from without; its isolate goes. */
  function settle(call: Call, kind: ResultHead["kind"], rest: Partial<ResultHead>, text = ""): void {
    if (!calls.has(call.id)) return;
    const { paceMs } = call.guest;
    const entered = lines.hasBegun(call);
    const cpuMs = meter.measure(call);
    discard(call.guest);
    leave(call);
    const waited = call.turns > 1;
    const head: ResultHead = { kind, cpuMs, paceMs, reusable: false, waited, entered, overran: false, ...rest };
    channel.send(frameKinds.result, call.id, encodeResultHead(head), text, "", empty);
  }

  /** Answers a call of which nothing has been entered: its isolate is not to blame. */
  function decline(call: Call, how: Pick<ResultHead, "kind" | "reason" | "waited">): void {
    if (!calls.delete(call.id)) return;
    const { disposedAt, isolate } = call.guest;
    const reusable = disposedAt === undefined && !isolate.isDisposed;
    const head: ResultHead = { cpuMs: 0, paceMs: 0, reusable, entered: false, overran: false, ...how };
    channel.send(frameKinds.result, call.id, encodeResultHead(head), "", "", empty);
  }

  function giveBack(call: Call, waited: boolean): void {
    decline(call, { kind: "requeue", waited });
  }

  /** Frees an isolate, whatever runs in it; whoever stood in line goes elsewhere. */
  function discard(guest: Guest): void {
    if (guests.delete(guest.id)) scales.forget(guest);
    discardGuest(guest);
    lines.recall(guest, false);
    if (guest.openTurns > 0) dying.add(guest);
  }

  /** A turn in this thread, while nothing else is to be done in this process. */
  function turnInline(call: Call, args: unknown[]): void {
    const { guest } = call;
    guest.busySince = performance.now();
    guest.openTurns += 1;
    underWay += 1;
    const { error, overran } = runInline(guest, args);
    if (overran) {
      guest.openTurns -= 1;
      underWay -= 1;
      settle(call, "requeue", { overran });
    } else turnEnded(call, error);
    results.sendReady();
  }

  const isAlone = (call: Call) => calls.size === 1 && underWay === 0 && !scales.isOn && mayRunInline(call);

  /** Has a turn of an isolate when it may; while the scales are on it is weighed. */
  function inTurn(guest: Guest, run: () => Promise<unknown>): void {
    gate(guest.tenant, () => {
      if (!scales.isOn) return run();
      return scales.during(guest, underWay === 0, run).then((isHeavy) => (isHeavy ? endHeavy(guest) : undefined));
    });
  }

  /** An isolate holds more than it may where the engine does not see it. */
  function endHeavy(guest: Guest): void {
    if (guest.disposedAt !== undefined) return;
    heavy.push(guest.id);
    if (guest.call !== undefined) return settle(guest.call, "terminated", { reason: "memory", heavy: true });
    untold.push(guest.id);
    discard(guest);
  }

  /** How long calls have taken that were answered at once, `before` being what their isolate had used until then. */
  function notePace(guest: Guest, before: bigint, count: number): void {
    if (guest.call !== undefined || guest.isolate.isDisposed) return;
    const meanMs = Number(guest.isolate.cpuTime - before) / 1e6 / count;
    guest.paceMs += (meanMs - guest.paceMs) / (guest.paceMs === 0 ? 1 : 4);
  }

  /** Hands those in line in, if the isolate is free. */
  function advance(guest: Guest): void {
    if (guest.line.length === 0 || guest.call !== undefined || guest.openTurns > 0 || guest.isNext) return;
    if (isAlone(guest.line[0]!)) {
      const call = lines.hand(guest)[0]!;
      call.turns = 1;
      call.cpuStart = guest.isolate.cpuTime;
      turnInline(call, ["call", call.number, call.facts, call.input]);
      return notePace(guest, call.cpuStart, 1);
    }
    guest.isNext = true;
    inTurn(guest, () => {
      guest.isNext = false;
      if (guest.line.length === 0 || guest.disposedAt !== undefined || guest.isolate.isDisposed) {
        lines.recall(guest, false);
        return Promise.resolve();
      }
      const train = lines.hand(guest);
      const before = guest.isolate.cpuTime;
      train[0]!.cpuStart = before;
      const last = train.at(-1)!;
      let passing: Promise<unknown> | undefined;
      for (const call of train) {
        call.turns = 1;
        const args = [false, "call", call.number, call.facts, call.input];
        // They are entered in order, so the last one tells the end of all. To hear of each costs a tenth of a short call,
        // so it is done until so many on end have rejected nothing that nobody handles.
        call.isHeard = guest.orderly < orderlyCalls || call === last;
        if (!call.isHeard) guest.enter!.applyIgnored(undefined, args);
        else passing = guest.enter!.apply(undefined, args);
        if (call.isHeard && call !== last)
          passing!.then(
            () => results.over(call),
            (error: unknown) => entryEnded(call, error),
          );
      }
      const passed = () => {
        lines.passed(guest);
        notePace(guest, before, train.length);
      };
      return track(last, passing!.finally(passed), train.length);
    });
  }

  const settleError = (call: Call, error: GuestError) => settle(call, "error", {}, JSON.stringify(error));
  /** Ends a call: its isolate goes, and the answer leaves when nothing of it runs any more. */
  function terminate(call: Call, reason: NonNullable<ResultHead["reason"]>): void {
    call.stopping = reason;
    meter.measure(call);
    discard(call.guest);
    if (call.guest.openTurns === 0) settle(call, "terminated", { reason });
  }

  /** Nothing runs any more in an isolate that was disposed of: what had begun there is over. */
  function settleAll(guest: Guest): void {
    for (let call = guest.call; call !== undefined; call = guest.call) {
      // One that is not to blame had begun when the one before it brought its isolate down.
      if (call.stopping === undefined) settle(call, "requeue", {});
      else settle(call, "terminated", { reason: call.stopping });
    }
  }

  /** The engine has done with what was entered for a call; `error`: most likely what it rejected with nobody to handle it. */
  function entryEnded(call: Call, error: unknown): void {
    const { guest } = call;
    guest.orderly = error === undefined ? guest.orderly + 1 : 0;
    if (error !== undefined && guest.attached && guest.disposedAt === undefined && !guest.isolate.isDisposed) {
      // The call may well go on; its author should know.
      const told = error instanceof Error ? `${error.name}: ${error.message}` : "something that is no error";
      log(call, "warn", `Unhandled rejection: ${told.slice(0, 1_000)}`, "");
    }
    results.over(call);
  }

  function turnEnded(call: Call, error: unknown): void {
    const { guest } = call;
    entryEnded(call, error);
    guest.openTurns -= 1;
    underWay -= 1;
    guest.busySince = performance.now();
    if (guest.openTurns === 0) dying.delete(guest);
    const current = guest.call;
    if (guest.disposedAt !== undefined) return guest.openTurns === 0 ? settleAll(guest) : undefined;
    if (guest.isolate.isDisposed) {
      // It has run out of memory by itself: whatever was entered last did it, were it after its answer.
      if (current === undefined) untold.push(guest.id);
      else settle(current, "terminated", { reason: "memory" });
      discard(guest);
      return guest.openTurns === 0 ? settleAll(guest) : undefined;
    }
    if (current === undefined) return advance(guest);
    meter.measure(current);
    if (error !== undefined && !guest.attached) return settleError(current, loadError(error));
    // It waits for something outside, and nobody knows how long.
    if (guest.openTurns === 0 && guest.call === current && current.turns > 0) lines.recall(guest, true);
    advance(guest);
  }

  /** Takes the end of a turn; `count`: it is the last of so many. */
  function track(call: Call, turn: Promise<unknown>, count = 1): Promise<void> {
    const { guest } = call;
    if (guest.openTurns === 0) guest.busySince = performance.now();
    guest.openTurns += 1;
    underWay += 1;
    const noteTurns = timeTurns(guest, count);
    const ended = (error: unknown) => {
      noteTurns(guest);
      turnEnded(call, error);
    };
    return turn.then(
      () => ended(undefined),
      (error: unknown) => ended(error ?? new Error("null was thrown")),
    );
  }

  /** Enters the isolate on behalf of its present call. An unhandled rejection in the guest rejects the turn: no matter. */
  function turn(call: Call, args: unknown[]): void {
    const { guest } = call;
    if (args[0] !== "abort" && call.turns > 0 && guest.call === call && isAlone(call)) {
      call.turns += 1;
      return turnInline(call, args);
    }
    inTurn(guest, () => {
      if (
        guest.call !== call ||
        guest.enter === undefined ||
        guest.disposedAt !== undefined ||
        guest.isolate.isDisposed
      ) {
        return Promise.resolve();
      }
      call.turns += 1;
      // Without a time limit of the engine's own, which keeps a timer for the whole of it though the turn has long ended:
      // the worker says when time is up, and disposing of the isolate ends the turn.
      return track(call, guest.enter.apply(undefined, [false, ...args]));
    });
  }

  async function begin(call: Call): Promise<void> {
    const { guest } = call;
    try {
      await guest.booted;
      if (calls.get(call.id) !== call || guest.disposedAt !== undefined) return;
      call.number = ++guest.numbers;
      turn(call, ["call", call.number, call.facts, call.input]);
      const { load } = guest;
      if (load !== undefined)
        inTurn(guest, () => (guest.call === call ? track(call, load(call.head.timeoutMs)) : Promise.resolve()));
    } catch (error) {
      if (guest.isolate.isDisposed) settle(call, "terminated", { reason: call.stopping ?? "memory" });
      else settleError(call, loadError(error));
    }
  }

  function log(call: Call, level: string, message: string, data: string): void {
    if (++call.logs > most.logs || message.length + data.length > most.logChars) return;
    channel.send(frameKinds.log, call.id, JSON.stringify({ at: Date.now(), level }), message, data);
  }

  const bridge = createBridge({ channel, results, settle, settleError, leave, discard, log, turn, deliver });

  /** Hands an answer in. `isRestartable`: so far the call has done nothing outside, which what is under way may change. */
  function deliver(
    call: Call,
    op: number,
    ok: boolean,
    text: string,
    bytes: Uint8Array,
    isRestartable = call.isRestartable,
  ): void {
    if (call.guest.call !== call || call.stopping !== undefined) return;
    call.askedBytes -= call.asked.get(op) ?? 0;
    call.asked.delete(op);
    call.isRestartable = isRestartable && call.asked.size === 0;
    // A copy of its own memory: a part of a larger buffer would be copied whole.
    const own = new platform.ivm.ExternalCopy(new Uint8Array(bytes).buffer, { transferOut: true });
    turn(call, ["reply", op, ok, text, own.copyInto({ release: true, transferIn: true })]);
  }

  return {
    bridge,
    discard,
    start(id: number, head: CallHead, facts: string, input: string): void {
      const guest = guests.get(head.isolate);
      if (guest === undefined || guest.isolate.isDisposed) {
        return channel.send(frameKinds.result, id, encodeResultHead({ kind: "requeue", ...gone }), "", "", empty);
      }
      const call = newCall(id, guest, head, facts, input);
      calls.set(id, call);
      const ahead = guest.call;
      if (ahead === undefined && (guest.load !== undefined || guest.enter === undefined)) {
        guest.call = call;
        begin(call).catch(() => bridge.broken(guest));
      } else if (ahead !== undefined && guest.openTurns === 0 && ahead.turns > 0) {
        // One that is between two turns waits for something outside.
        giveBack(call, true);
      } else {
        lines.join(call);
        due.add(guest);
      }
    },
    /** All frames that came together have been taken: those that came for one isolate are handed in together. */
    taken(): void {
      for (const guest of due) advance(guest);
      due.clear();
    },
    reply(id: number, head: ReplyHead, text: string, bytes: Buffer): void {
      const call = calls.get(id);
      if (call === undefined) return;
      deliver(call, head.op, head.ok, text, bytes, head.isRestartable);
    },
    stop(id: number, reason: string): void {
      const call = calls.get(id);
      if (call === undefined || call.stopping !== undefined) return;
      const why = reason as NonNullable<ResultHead["reason"]>;
      if (lines.leave(call)) return decline(call, { kind: "terminated", reason: why, waited: false });
      // Its answer is on its way, and its isolate belongs to another.
      if (lines.hasEnded(call)) return;
      if (call.guest.openTurns > 0 || call.guest.enter === undefined) return terminate(call, why);
      call.stopping = why;
      turn(call, ["abort", why]);
      setTimeout(() => {
        if (calls.get(id) === call) terminate(call, why);
      }, abortGraceMs);
    },
    /** Answers a ping; on the way it ends what runs on after its result, or beyond its CPU time. */
    inspect(now: number, longTurnMs: number, weigh: boolean): PongState {
      let open = 0;
      scales.turn(weigh);
      results.sendLate(meter.look());
      const busy: number[] = [];
      for (const guest of guests.values()) {
        if (guest.openTurns === 0) continue;
        open += 1;
        const ranMs = now - guest.busySince;
        const call = guest.call;
        if (call === undefined) {
          if (ranMs > afterglowMs) {
            untold.push(guest.id);
            discard(guest);
          }
          continue;
        }
        if (lines.hasEnded(call)) continue;
        if (!lines.hasBegun(call) && chargeableMs(call.cpu) > afterglowMs) {
          settle(call, "requeue", {});
          continue;
        }
        if (ranMs > longTurnMs) busy.push(call.id);
        if (chargeableMs(call.cpu) > call.head.cpuMs && call.stopping === undefined) terminate(call, "cpu");
      }
      const stuck: number[] = [];
      for (const guest of dying) {
        open += 1;
        if (guest.disposedAt !== undefined && now - guest.disposedAt > disposeGraceMs) stuck.push(guest.id);
      }
      const state: PongState = { busy, open, stuck, ended: untold.splice(0) };
      if (weigh || heavy.length > 0) state.weight = scales.weigh(heavy.splice(0));
      return state;
    },
  };
}
