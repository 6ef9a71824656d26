import { availableParallelism } from "node:os";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { KeptCode } from "../process/executor-code.ts";
import { ExecutorProcess } from "../process/executor-process.ts";
import { frameKinds, type OnFrame } from "../executor/protocol/frames.ts";
import type { CreateHead, ResultHead } from "../executor/protocol/messages.ts";
import { calmMs, idleIsolateMs, retireBytes, soloIdleMs, standsMs, startMs, tidyMs } from "../limits.ts";
import { isOutgrown } from "./outgrown.ts";
import type { PooledExecutor, PooledIsolate, Attempt } from "../placement.ts";
import { ExecutorStarts } from "./executor-starts.ts";
import { newPooledExecutor } from "./pooled-executor.ts";
import { SoloPlaces, type SoloHeld, type SoloOwner, type SoloPlace } from "./solo-places.ts";
import { WarmIsolates } from "./warm-isolates.ts";
import { noteFresh } from "./weighing.ts";

export interface PoolOptions {
  log: Log;
  /** The most executors of a group. */
  executors: number;
  /** The most idle isolates, over all executors. */
  idleIsolates: number;
  code: KeptCode;
  onFrame: (executor: PooledExecutor, ...frame: Parameters<OnFrame>) => void;
  /** An executor is gone, with the attempts in it. */
  onLost: (executor: PooledExecutor, attempts: Attempt[]) => void;
}

/** Where a call must run. `owner` is set when it needs an executor of its own. */
export interface RoomWanted {
  group: string;
  owner: SoloOwner | undefined;
  key: string;
  /** An isolate that already has calls is acceptable. */
  mayStand: boolean;
}

export const soloGroup = (name: string): string => `solo:${name}`;
const endedKept = 256;
/** How many isolates one executor creates at once. */
const coldAtOnce = 4;
const loadOf = (executor: PooledExecutor) => executor.attempts.size + executor.reserved;
const isOpen = ({ lost, retiring, process }: PooledExecutor) => !lost && !retiring && process.alive;

/**
 * Executors in groups that never mix, one spare that is ready to join any group, and their warm isolates. This class
 * decides where each call goes, and executors obey.
 */
export class ExecutorPool {
  readonly executors = new Set<PooledExecutor>();
  readonly #options: PoolOptions;
  readonly #places = new SoloPlaces();
  readonly #warm = new WarmIsolates(availableParallelism());
  readonly #starts: ExecutorStarts;
  readonly #tidying: NodeJS.Timeout;
  readonly #firstReady = Promise.withResolvers<void>();
  #nextIsolate = 1;
  #closed = false;
  /** Wakes waiters when an executor becomes ready or free. */
  #changed = Promise.withResolvers<void>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#starts = new ExecutorStarts({ log: options.log, retake: options.code.retake });
    this.#spawn();
    this.#tidying = setInterval(() => this.#tidy(), tidyMs).unref();
  }

  /** Resolves when the first executor is ready, or when executors cannot start. */
  get begun(): Promise<void> {
    return Promise.race([this.#firstReady.promise, this.#starts.failed]);
  }

  /** Whether executors end right after their start, and no stable one exists. */
  get isFailing(): boolean {
    if (!this.#starts.isFailing) return false;
    for (const executor of this.executors) if (executor.stood && isOpen(executor)) return false;
    return true;
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #spawn(): PooledExecutor {
    const { log, code: kept, onFrame } = this.#options;
    const { code } = kept;
    const executor = newPooledExecutor(new ExecutorProcess(code, log, (...frame) => onFrame(executor, ...frame)));
    this.executors.add(executor);
    executor.process.ready.then(
      (snapshot) => {
        executor.ready = true;
        if (snapshot.length > 0) {
          code.snapshot = snapshot;
          unwaited(kept.keep(snapshot), (error) => log.warn({ err: error }, "a snapshot could not be kept"));
        }
        setTimeout(() => this.#stood(executor), standsMs).unref();
        executor.floorBytes = executor.process.residentBytes();
        executor.spareBytes = executor.floorBytes;
        executor.pulseBytes = executor.floorBytes;
        noteFresh(executor.weighing, executor.floorBytes);
        this.#firstReady.resolve();
        this.#notify();
      },
      () => undefined,
    );
    const { pid } = executor.process;
    unwaited(
      executor.process.exited.then(() => this.#gone(executor)),
      (error) => log.error({ err: error, pid }, "the end of an executor could not be handled"),
    );
    return executor;
  }

  #gone(executor: PooledExecutor): void {
    if (!this.executors.delete(executor)) return;
    for (const isolate of executor.isolates.values()) this.#warm.forget(isolate);
    executor.isolates.clear();
    const attempts = [...executor.attempts.values()];
    executor.attempts.clear();
    this.#options.onLost(executor, attempts);
    this.#notify();
    const { ready, stood, entered, lost, process } = executor;
    const isEndedAtOnce = !ready || (!stood && !entered && !lost && process.crashed);
    if (!isEndedAtOnce || this.#closed) return this.#keepSpare();
    unwaited(
      this.#starts.endedAtOnce().then(() => this.#keepSpare()),
      (error) => this.#options.log.error({ err: error }, "no executor could be started"),
    );
  }

  #stood(executor: PooledExecutor): void {
    if (!executor.process.alive) return;
    executor.stood = true;
    this.#starts.stood();
  }

  #keepSpare(): void {
    if (this.#closed) return;
    for (const executor of this.executors) if (executor.group === "") return;
    this.#spawn();
  }

  /**
   * Returns a warm isolate of this key for a call, if there is one. `mayStand`: one that already has calls is
   * acceptable.
   */
  takeWarm(key: string, mayStand: boolean): PooledIsolate | undefined {
    return this.#warm.take(key, mayStand);
  }

  /**
   * A call has left its isolate, which lives on. `worn`: the call left something behind, so no other call may use it.
   * If there are too many isolates, evicts the least recently used one.
   */
  putBack(isolate: PooledIsolate, worn = false): void {
    const { executor } = isolate;
    isolate.calls -= 1;
    isolate.worn ||= worn;
    if (isolate.calls > 0 || !executor.isolates.has(isolate.id)) return;
    if (isolate.worn || executor.retiring || executor.lost || !executor.process.alive) return this.discard(isolate);
    this.#warm.keep(isolate);
    if (this.#warm.idle.size > this.#options.idleIsolates)
      this.discard(this.#warm.idle[Symbol.iterator]().next().value!);
  }

  /** Records how a call fared in a warm isolate. See WarmIsolates. */
  learn(isolate: PooledIsolate, { kind, waited, paceMs }: ResultHead): void {
    if (kind === "requeue") this.#warm.unlearn(isolate.key, waited);
    else if (waited || paceMs > 0) this.#warm.learn(isolate.key, waited ? undefined : paceMs);
  }

  /** Lets an executor take no new calls, and ends it when it has none. */
  retire(executor: PooledExecutor): void {
    executor.retiring = true;
    for (const isolate of executor.idle) this.discard(isolate);
    if (loadOf(executor) === 0) this.end(executor);
    this.#keepSpare();
  }

  /** Kills an executor. From now on its warm isolates are unused, although the kill takes a moment. */
  end(executor: PooledExecutor): void {
    executor.lost = true;
    for (const isolate of executor.isolates.values()) this.#warm.forget(isolate);
    executor.isolates.clear();
    executor.process.kill();
  }

  /** Ends an isolate without calls. */
  discard(isolate: PooledIsolate): void {
    if (isolate.executor.isolates.delete(isolate.id)) this.#warm.forget(isolate);
    isolate.executor.process.send(frameKinds.discard, isolate.id);
  }

  /** The executor reported that it has ended an isolate itself. */
  forget(isolate: PooledIsolate): void {
    const { isolates, ended } = isolate.executor;
    if (isolates.delete(isolate.id)) this.#warm.forget(isolate);
    isolate.executor.tainted = true;
    ended.set(isolate.id, isolate.functionKey);
    if (ended.size > endedKept) ended.delete(ended.keys().next().value!);
  }

  createIsolate(
    executor: PooledExecutor,
    key: string,
    functionKey: string,
    head: CreateHead,
    code: string | Uint8Array,
  ): PooledIsolate {
    const isolate: PooledIsolate = {
      id: this.#nextIsolate++,
      key,
      functionKey,
      executor,
      calls: 1,
      worn: false,
      idleSince: 0,
    };
    executor.entered = true;
    executor.isolates.set(isolate.id, isolate);
    this.#warm.add(isolate);
    executor.process.send(frameKinds.create, isolate.id, JSON.stringify(head), code);
    return isolate;
  }

  /**
   * Finds room for a call in its group: an isolate of its key that has become free, or an executor that creates one,
   * preferring the one with the fewest calls. It waits when no executor is ready, when each is already creating
   * isolates, or when other owners come first. `given` ends the wait. A new isolate costs its executor's main thread 2
   * ms, so a burst must not create dozens at once.
   */
  async roomFor(
    { group, owner, key, mayStand }: RoomWanted,
    given: () => boolean,
  ): Promise<PooledIsolate | PooledExecutor | undefined> {
    using turn = owner === undefined ? undefined : this.#waitForTurn(owner);
    while (!given() && !this.#closed) {
      const warm = this.takeWarm(key, mayStand);
      if (warm !== undefined) return warm;
      const executor = turn === undefined ? this.#choose(group) : this.#chooseSolo(group, turn.place);
      if (executor !== undefined && executor.reserved < coldAtOnce) {
        executor.reserved += 1;
        return executor;
      }
      this.#keepSpare();
      await this.#changed.promise;
    }
    return undefined;
  }

  /** Queues for an executor of its own, until it is disposed of. Then those behind may continue. */
  #waitForTurn(owner: SoloOwner) {
    const place = this.#places.wait(owner);
    return {
      place,
      [Symbol.dispose]: () => {
        this.#places.leave(place);
        this.#notify();
      },
    };
  }

  /** A new isolate has completed its first call, or never will, so its executor may create another. */
  settled(executor: PooledExecutor): void {
    executor.reserved -= 1;
    this.#notify();
  }

  #choose(group: string): PooledExecutor | undefined {
    let least: PooledExecutor | undefined;
    let size = 0;
    for (const executor of this.executors) {
      if (executor.group !== group || !isOpen(executor)) continue;
      size += 1;
      if (least === undefined || loadOf(executor) < loadOf(least)) least = executor;
    }
    const spare = this.#readySpare();
    if (least !== undefined && (loadOf(least) === 0 || size >= this.#options.executors || spare === undefined))
      return least;
    return spare === undefined ? undefined : this.#join(spare, group, undefined);
  }

  #chooseSolo(group: string, place: SoloPlace): PooledExecutor | undefined {
    const held: (SoloHeld & { executor: PooledExecutor })[] = [];
    for (const executor of this.executors) {
      if (executor.group === group && isOpen(executor)) return executor;
      // An executor that takes no more calls still counts for its owner.
      if (executor.owner !== undefined && !executor.lost)
        held.push({ owner: executor.owner, isIdle: loadOf(executor) === 0, executor });
    }
    const spare = this.#readySpare();
    const room = spare === undefined ? undefined : this.#places.mayTake(place, held);
    if (spare === undefined || room === undefined) return undefined;
    if (room.end !== undefined) this.end(room.end.executor);
    this.#places.take(place);
    return this.#join(spare, group, place.owner);
  }

  #readySpare(): PooledExecutor | undefined {
    for (const executor of this.executors)
      if (executor.group === "" && executor.ready && isOpen(executor)) return executor;
    return undefined;
  }

  #join(spare: PooledExecutor, group: string, owner: SoloOwner | undefined): PooledExecutor {
    spare.group = group;
    spare.owner = owner;
    this.#keepSpare();
    return spare;
  }

  /** A call has left its executor. Waiting calls may use the executor, or it ends if it is retiring. */
  released(executor: PooledExecutor): void {
    executor.lastUsedAt = performance.now();
    if (loadOf(executor) > 0) return;
    if (executor.owner !== undefined) this.#notify();
    if (executor.retiring) this.end(executor);
  }

  /**
   * Evicts isolates that were unused for long; if there are several of a key, sooner. It also retires executors that
   * have outgrown their contents, and ends single-Function executors that were unused for a while.
   */
  #tidy(): void {
    const now = performance.now();
    for (const isolate of this.#warm.idle) {
      if (now - isolate.idleSince < idleIsolateMs) break;
      this.discard(isolate);
    }
    for (const isolate of this.#warm.surplus(now - calmMs)) this.discard(isolate);
    for (const executor of this.executors) {
      if (!executor.ready && now - executor.startedAt > startMs) this.end(executor);
      if (!executor.ready || executor.lost || executor.retiring) continue;
      if (loadOf(executor) === 0) {
        executor.floorBytes = executor.process.residentBytes();
        // When an executor reports that it is ready, it has not allocated all of its own memory yet.
        if (executor.group === "") executor.spareBytes = executor.floorBytes;
        if (executor.isolates.size === 0 && !executor.tainted) noteFresh(executor.weighing, executor.floorBytes);
      }
      if (executor.floorBytes > retireBytes && executor.idle.size > 0) {
        // The memory may belong to idle isolates, so we evict half of them. The most recently used stay.
        for (const isolate of [...executor.idle].slice(0, Math.ceil(executor.idle.size / 2))) this.discard(isolate);
      } else if (isOutgrown(executor, now)) this.retire(executor);
      else if (loadOf(executor) === 0 && executor.owner !== undefined && now - executor.lastUsedAt > soloIdleMs) {
        this.end(executor);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearInterval(this.#tidying);
    this.#notify();
    await Promise.all([...this.executors].map((executor) => executor.process[Symbol.asyncDispose]()));
  }
}
