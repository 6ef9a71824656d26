import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { blameBroken } from "./blame-broken.ts";
import { createCodeCache, type LoadedBundle } from "./code-cache.ts";
import { ExecutorPool, soloGroup } from "./executor-pool.ts";
import type { PooledExecutor, PooledIsolate } from "./pooled-executor.ts";
import type { ExecutorCode } from "./executor-process.ts";
import { encodeCallHead } from "./executor/binary-heads.ts";
import { frameKinds } from "./executor/frames.ts";
import type { ReplyHead, ResultHead } from "./executor/messages.ts";
import { createDispatcher, limitExceeded } from "./host-calls/dispatch.ts";
import type { HostCall } from "./host-calls/host-call.ts";
import { countHostCall } from "./count-host-call.ts";
import { inquest } from "./inquest.ts";
import { createInlineBar } from "./inline-bar.ts";
import type { Invocation, InvocationResult, TerminationReason } from "./invocation.ts";
import { coldMs, inlineCalls, leastRoomMs, limits, mostAttempts, stopToKillMs } from "./limits.ts";
import { createLongCrypto } from "./long-crypto.ts";
import { passProgress } from "./pass-progress.ts";
import { createPulse, type Verdict } from "./pulse.ts";
import { noteAnswer, noteHostCall } from "./note-host-call.ts";
import { createOomKills } from "./oom-kills.ts";
import { openQuarantine } from "./quarantine.ts";
import { createFrameRation } from "./frame-ration.ts";
import { ImpossibleFrame, mostAskedBytes, mostCallFrames, read } from "./read-frame.ts";
import { failed, readOutcome, terminated } from "./read-outcome.ts";
import { createRunningCall, endCall, factsJson, leaveAttempt, type RunningCall } from "./running-call.ts";
import { createStackMapper } from "./stack-mapper.ts";

export interface CallRunnerOptions {
  log: Log;
  executors: number;
  cpuLimitMs: number;
  idleIsolates: number;
  code: ExecutorCode;
  hostCalls: Record<string, HostCall>;
  quarantineFile: string | undefined;
}

const brokenSentence = "The Function has broken the process that it ran in.";
const closed = () => new Error("The sandbox has been closed.");

/** Takes calls from beginning to end: where they run, what they ask for, how they end, and what happens to bystanders. */
export function createCallRunner(options: CallRunnerOptions) {
  const { log } = options;
  const loadBundle = createCodeCache();
  const mapStack = createStackMapper();
  const longCrypto = createLongCrypto(options.code, log);
  const dispatch = createDispatcher({ ...options.hostCalls, subtle: longCrypto.ask }, log);
  const quarantined = openQuarantine(options.quarantineFile, log);
  const barred = createInlineBar();
  const oomKills = createOomKills();
  const isWithinRation = createFrameRation();
  const running = new Set<RunningCall>();
  const verdicts = new WeakMap<PooledExecutor, Verdict>();
  let nextCall = 1;
  let isClosed = false;

  const pool = new ExecutorPool({
    log,
    executors: options.executors,
    idleIsolates: options.idleIsolates,
    code: options.code,
    onFrame: (executor, kind, id, parts) => {
      if (executor.lost) return;
      try {
        takeFrame(executor, kind, id, parts);
      } catch (error) {
        const call = executor.calls.get(id);
        if (error instanceof ImpossibleFrame || call === undefined) nonsense(executor, error);
        else failing(call)(error);
      }
    },
    onLost: (executor, calls) => lost(executor, calls),
  });
  const pulse = createPulse(pool, {
    condemn,
    wasHeavy: (functionKey) => setApart(functionKey, "memory"),
    looked: (now) => oomKills.look(now),
  });

  /** A Function has harmed others, surely: it has an executor of its own from now on. */
  function setApart(functionKey: string, why: string): void {
    if (quarantined.has(functionKey)) return;
    quarantined.add(functionKey);
    log.warn({ functionKey, why }, "Function gets an executor of its own");
  }

  /** An executor does not speak as it should: that costs the calls in it, and no more. */
  function nonsense(executor: PooledExecutor, error: unknown): void {
    log.error({ err: error, pid: executor.process.pid }, "an executor does not speak as it should");
    condemn(executor, blameBroken([...executor.calls.values()]));
  }

  /** @throws ImpossibleFrame, or whatever goes wrong in the worker with what it holds. */
  function takeFrame(executor: PooledExecutor, kind: number, id: number, parts: Buffer[]): void {
    pulse.heard(executor);
    const call = executor.calls.get(id);
    if (kind === frameKinds.pong || call === undefined) {
      if (!isWithinRation(executor))
        throw new ImpossibleFrame("An executor speaks without end of calls that it has not.");
      if (kind === frameKinds.pong) pulse.pong(executor, read.pong(parts));
      return;
    }
    if (++call.frames > mostCallFrames) throw new ImpossibleFrame("An executor speaks without end of one call.");
    if (call.booting !== undefined) booted(call);
    if (kind === frameKinds.result) unwaited(takeResult(call, read.result(parts), parts), failing(call));
    else if (kind === frameKinds.host) unwaited(takeHostCall(call, read.hostCall(parts)), failing(call));
    else if (kind === frameKinds.log) {
      const { head, message, data } = read.log(parts);
      call.logs.take(head, message, data);
    } else if (kind === frameKinds.drop) call.ops.get(read.drop(parts))?.abort();
    else if (kind === frameKinds.progress) passProgress(call, read.progress(parts));
    else if (kind !== frameKinds.loaded) throw new ImpossibleFrame(`There is no frame of kind ${kind}.`);
  }

  /** What is done about a call fails in the worker: it ends, and nothing of it is used again. */
  const failing = (call: RunningCall) => (error: unknown) => {
    log.error({ err: error, functionId: call.invocation.functionId }, "a call failed in the sandbox");
    if (call.isolate !== undefined) {
      const { isolate } = call;
      leave(call);
      pool.putBack(isolate, true);
    }
    running.delete(call);
    leaveAttempt(call);
    if (call.done) return;
    call.done = true;
    call.reject(error);
  };

  function finish(call: RunningCall, outcome: InvocationResult["outcome"], cpuMs = 0): void {
    running.delete(call);
    endCall(call, outcome, cpuMs);
  }

  function start(call: RunningCall, isolate: PooledIsolate, cold: boolean): void {
    const { invocation } = call;
    const { executor } = isolate;
    call.id = nextCall++;
    call.isolate = isolate;
    call.executor = executor;
    call.coldStart = cold;
    call.startedAt = performance.now();
    call.attempts += 1;
    call.hostCalls = 0;
    call.fetches = 0;
    call.frames = 0;
    call.askedBytes = 0;
    call.notes = [];
    call.notesOmitted = 0;
    executor.calls.set(call.id, call);
    const { timeoutMs } = invocation;
    const cpuMs = Math.min(timeoutMs, options.cpuLimitMs);
    const mayRunInline = running.size <= inlineCalls && !barred.has(call.functionKey);
    call.mayRunInline = mayRunInline;
    const head = encodeCallHead({ isolate: isolate.id, timeoutMs, cpuMs, mayRunInline });
    const facts = factsJson(invocation, Date.now() + timeoutMs);
    executor.process.send(frameKinds.call, call.id, head, facts, invocation.inputJson);
    call.deadline = setTimeout(stop, timeoutMs, call, "timeout");
    pulse.wake();
  }

  /** Tells the executor to end a call, and ends the executor when it does not obey in time. */
  function stop(call: RunningCall, reason: TerminationReason): void {
    if (call.done || call.stopping !== undefined) return;
    const { executor } = call;
    if (executor === undefined) return finish(call, terminated(reason));
    call.stopping = reason;
    executor.process.send(frameKinds.stop, call.id, reason);
    call.kill = setTimeout(() => {
      condemn(executor, { why: "stuck", guilty: [call], functions: [], suspects: [] });
    }, stopToKillMs);
  }

  async function place(call: RunningCall): Promise<void> {
    const { invocation } = call;
    const { memoryMb, projectId, tenantId } = invocation;
    let group = call.group;
    if (quarantined.has(call.functionKey)) group = soloGroup(call.functionKey);
    else if (call.suspect) group = soloGroup(`trial ${String(nextCall++)}`);
    const owner = group === call.group ? undefined : { project: projectId, tenant: tenantId };
    const key = `${group}\u0000${call.isolateKey}`;
    const warm = pool.takeWarm(key, call.mayStand);
    if (warm !== undefined) return start(call, warm, false);
    // Waiting for room is no time of the call's own: a new executor takes what it takes.
    const roomMs = Math.max(invocation.timeoutMs, leastRoomMs);
    call.deadline = setTimeout(() => {
      finish(call, terminated("cancelled", "No executor was free in time."));
    }, roomMs);
    let bundle: LoadedBundle;
    try {
      bundle = await loadBundle(invocation.bundle);
    } catch (error) {
      running.delete(call);
      leaveAttempt(call);
      call.done = true;
      return call.reject(error);
    }
    const room = await pool.roomFor({ group, owner, key, mayStand: call.mayStand }, () => call.done);
    clearTimeout(call.deadline);
    if (room === undefined) return finish(call, terminated("cancelled", "The worker is shutting down."));
    if ("key" in room) return call.done ? pool.putBack(room) : start(call, room, false);
    if (call.done) return pool.settled(room);
    const head = { memoryMb, tenant: `${projectId} ${tenantId}` };
    start(call, pool.createIsolate(room, key, call.functionKey, head, bundle.code), true);
    call.booting = room;
    // One whose module takes long to evaluate must not hold up the others.
    setTimeout(() => {
      if (call.booting === room) booted(call);
    }, coldMs);
  }

  /** The new isolate of a call has shown itself: another may be made. */
  function booted(call: RunningCall): void {
    if (call.booting === undefined) return;
    pool.settled(call.booting);
    call.booting = undefined;
  }

  function leave(call: RunningCall): void {
    leaveAttempt(call);
    booted(call);
    call.executor?.calls.delete(call.id);
    if (call.executor !== undefined) pool.released(call.executor);
    call.executor = undefined;
    call.isolate = undefined;
  }

  async function takeResult(call: RunningCall, head: ResultHead, parts: Buffer[]): Promise<void> {
    const isolate = call.isolate!;
    const { stopping, coldStart } = call;
    leave(call);
    if (head.heavy === true) setApart(call.functionKey, "memory");
    // An answer that came while it was being ended is no sign that nothing is left of it.
    if (head.reusable) pool.putBack(isolate, stopping !== undefined && head.kind !== "terminated");
    else pool.forget(isolate);
    if (head.reusable && !coldStart && head.kind !== "terminated") pool.learn(isolate, head);
    // Whatever came in after the deadline is too late: the limit was passed.
    if (stopping !== undefined) return finish(call, terminated(stopping), head.cpuMs);
    if (head.kind === "requeue") {
      if (head.overran) barred.add(call.functionKey);
      if (head.overran || !head.entered) call.excused += 1;
      call.mayStand = false;
      return again(call);
    }
    if (head.kind !== "error")
      return finish(
        call,
        readOutcome(head, parts, (stack) => stack),
        head.cpuMs,
      );
    const { bundle } = call.invocation;
    const sourceMap = await loadBundle(bundle).then(
      (loaded) => loaded.sourceMap,
      () => "",
    );
    finish(
      call,
      readOutcome(head, parts, (stack) => mapStack(stack, bundle.digest, sourceMap)),
      head.cpuMs,
    );
  }

  async function takeHostCall(call: RunningCall, asked: ReturnType<typeof read.hostCall>): Promise<void> {
    const { id, executor } = call;
    const { op, name, json, bytes } = asked;
    const size = json.length + bytes.length;
    if (call.ops.has(op) || call.askedBytes + size > mostAskedBytes) {
      if (executor !== undefined)
        nonsense(executor, new ImpossibleFrame("An executor has asked for more than it may."));
      return;
    }
    if (!countHostCall(call, name)) {
      const head: ReplyHead = { op, ok: false, isRestartable: !call.touched };
      executor?.process.send(frameKinds.reply, id, JSON.stringify(head), limitExceeded.text, limitExceeded.bytes);
      return;
    }
    const controller = new AbortController();
    call.ops.set(op, controller);
    call.askedBytes += size;
    const note = noteHostCall(call, name);
    const result = await dispatch(name, json, bytes, {
      invocation: call.invocation,
      signal: controller.signal,
      get ended() {
        return (call.ending ??= new AbortController()).signal;
      },
      touch: () => {
        call.touched = true;
      },
      record: (outbound) => {
        if (call.id === id && !call.done && call.calls.length < limits.outboundCalls) call.calls.push(outbound);
      },
    });
    noteAnswer(call, note, result.ok);
    if (call.ops.get(op) !== controller) return;
    call.ops.delete(op);
    call.askedBytes -= size;
    if (call.id !== id || call.executor !== executor || executor === undefined) return;
    const head: ReplyHead = { op, ok: result.ok, isRestartable: !call.touched };
    executor.process.send(frameKinds.reply, id, JSON.stringify(head), result.text, result.bytes);
  }

  /** Kills an executor for a reason that is known. */
  function condemn(executor: PooledExecutor, verdict: Verdict): void {
    if (executor.lost) return;
    verdicts.set(executor, verdict);
    log.warn({ pid: executor.process.pid, why: verdict.why, calls: executor.calls.size }, "executor killed");
    pool.end(executor);
  }

  const judge = (executor: PooledExecutor, calls: RunningCall[]): Verdict =>
    executor.process.broken ? blameBroken(calls) : inquest(executor, calls, oomKills.wereLately());

  function lost(executor: PooledExecutor, calls: RunningCall[]): void {
    if (isClosed) {
      for (const call of calls) finish(call, terminated("cancelled", "The worker is shutting down."));
      return;
    }
    const verdict = verdicts.get(executor) ?? judge(executor, calls);
    for (const functionKey of verdict.functions) setApart(functionKey, verdict.why);
    const isHeld = verdict.why === "held";
    const [oldest] = calls;
    if (isHeld && oldest !== undefined) barred.add(oldest.functionKey);
    const isKnown = isHeld || verdict.guilty.length + verdict.functions.length > 0;
    for (const call of calls) {
      leaveAttempt(call);
      booted(call);
      call.executor = undefined;
      call.isolate = undefined;
      if (verdict.guilty.includes(call)) {
        setApart(call.functionKey, verdict.why);
        const reason = call.stopping ?? (verdict.why === "memory" ? "memory" : "cpu");
        finish(call, verdict.why === "broken" ? failed(brokenSentence) : terminated(reason), 0);
        continue;
      }
      if (verdict.suspects.includes(call)) call.suspect = true;
      else if (isKnown) call.excused += 1;
      if (call.stopping !== undefined) finish(call, terminated(call.stopping));
      else again(call);
    }
  }

  /** Begins a call again elsewhere, when that cannot do anything twice. */
  function again(call: RunningCall): void {
    if (call.touched) {
      const told = "The executor of this call was lost. The call had reached outside, so it was not begun again.";
      return finish(call, terminated("cancelled", told));
    }
    const { attempts, excused, queuedAt, invocation } = call;
    // As often as others bring its executor down, but no longer than it may wait for one.
    const isOverdue = performance.now() - queuedAt > Math.max(invocation.timeoutMs, leastRoomMs);
    if (attempts - (isOverdue ? 0 : excused) >= mostAttempts) {
      return finish(call, terminated("cancelled", "The executor of this call was lost more than once."));
    }
    call.logs.restart();
    unwaited(place(call), failing(call));
  }

  return {
    /** Answers the snapshot that the first executor has made; it is empty when it was given one, or could make none. */
    ready: async (): Promise<Buffer> => {
      const made = await Promise.all([...pool.executors].map((executor) => executor.process.ready));
      return made[0] ?? Buffer.alloc(0);
    },
    invoke: (invocation: Invocation): Promise<InvocationResult> =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        const { signal } = invocation;
        const cancel = () => stop(call, "cancelled");
        const settle = (result: InvocationResult) => {
          signal?.removeEventListener("abort", cancel);
          resolve(result);
        };
        const call = createRunningCall(invocation, settle, reject);
        running.add(call);
        if (signal?.aborted === true) return cancel();
        signal?.addEventListener("abort", cancel);
        unwaited(place(call), failing(call));
      }),
    state: () => {
      let isolates = 0;
      for (const executor of pool.executors) isolates += executor.isolates.size;
      return { executors: pool.executors.size, isolates, running: running.size };
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      pulse.stop();
      await Promise.all([pool[Symbol.asyncDispose](), longCrypto.close()]);
      for (const call of running) finish(call, terminated("cancelled", "The worker is shutting down."));
    },
  };
}
