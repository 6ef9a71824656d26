// Why: docs/decisions/limits-in-hand.md
import { hash } from "node:crypto";
import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";
import { type Limit, minuteMs } from "./limit.ts";
import { Remembered, type LastKnown } from "./last-known.ts";
import { OwnShare } from "./own-share.ts";

/** The wait is unknown, so we must first ask the control plane. */
export const mustAsk = -1;

const longestId = 64;
/** If the requests in hand last for less time than this, we ask for more next time; if they last longer, for fewer. */
const quickMs = 1_000;
const slowMs = 4_000;
/** We give back requests that nobody has used for this long. */
const idleMs = 5_000;
/** How long we wait before asking a store again that did not answer. */
const aloneMs = 1_000;

/**
 * Counts the requests of one limit that this worker may let through. It holds some in reserve, which the control plane
 * has granted in advance. Times are monotonic milliseconds.
 */
export class Counter {
  readonly limit: Limit;
  /** The limit in the form of `RateLimit-Policy`. */
  readonly policy: string;
  readonly #sentId: string;
  #inHand = 0;
  /** Requests that it let through without a grant, for example the first one of a caller that is new to this worker. */
  #owed = 0;
  #back = 0;
  /** The number of requests that wait for the answer. */
  #need = 0;
  #isFresh: boolean;
  /** How many requests it wants in reserve. */
  #wanted = 1;
  #askedAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  #noneUntil = Number.NEGATIVE_INFINITY;
  #resetsAt = Number.POSITIVE_INFINITY;
  /** The control plane's latest answer: how many requests nobody held in reserve, and when. */
  #left: number | null = null;
  #leftAt = 0;
  #share: OwnShare | null = null;
  /** Until this time, we do not ask the limit's store, because it did not answer. */
  #aloneUntil = Number.NEGATIVE_INFINITY;
  /** Requests that wait for the next answer, and for the current one. */
  #waiting: (() => void)[] = [];
  #asking: (() => void)[] = [];
  /** The start of a quota's next period (RFC 3339). */
  opensAt: string | null = null;

  /** The knowledge about a quota from before this process began. */
  readonly #known: LastKnown;

  constructor(limit: Limit, known: LastKnown = new Remembered()) {
    this.limit = limit;
    this.#known = known;
    // If this worker knew a quota before a restart, it has already used its one free request.
    this.#isFresh = limit.quota === undefined || known.shareOf(limit.key) === null;
    this.#sentId = limit.id.length <= longestId ? limit.id : hash("sha256", limit.id, "hex");
    const { quota } = limit;
    const window = quota === undefined ? ";w=60" : quota.period === "day" ? ";w=86400" : "";
    this.policy = `"${limit.name}";q=${limit.limit}${window}`;
  }

  /**
   * How many milliseconds `count` requests have to wait: 0, or `mustAsk` if the control plane must be asked first.
   * `alone` is set if the control plane does not answer: then the worker uses only its own share, as one of this many
   * workers.
   */
  lacksMs(count: number, now: number, alone: number | null): number {
    if (now >= this.#resetsAt) this.#beginPeriod();
    if (this.#inHand >= count) return 0;
    if (count > this.limit.limit) return Math.max(1_000, this.#noneUntil - now);
    if (now < this.#noneUntil) return this.#noneUntil - now;
    if (alone !== null) return this.#ownShare(now, alone).lacksMs(count - this.#inHand, now);
    return this.#isFresh && count === 1 ? 0 : mustAsk;
  }

  /** Takes requests after `lacksMs` has allowed them. */
  take(count: number, now: number, alone: number | null): void {
    this.#usedAt = now;
    const given = Math.min(count, this.#inHand);
    this.#inHand -= given;
    const beyond = count - given;
    if (beyond === 0) return;
    const isCredit = this.#isFresh && alone === null;
    this.#isFresh = false;
    if (alone !== null) this.#takeOfShare(beyond, now, alone);
    else if (isCredit) this.#note(0);
    // The share of a limit by the minute has its own rate, so requests from it need not be reported.
    if (isCredit || this.limit.quota !== undefined) this.#owed += beyond;
  }

  #takeOfShare(count: number, now: number, workers: number): void {
    const share = this.#ownShare(now, workers);
    share.take(count, now);
    this.#note(share.left(now));
  }

  /** Records, for the next start, how many requests of a quota this worker may let through by itself. */
  #note(share: number): void {
    const { quota, key } = this.limit;
    if (quota !== undefined) this.#known.note(key, quota.period, share);
  }

  /** Gives back requests that were taken but not used. */
  giveBack(count: number): void {
    this.#inHand += count;
  }

  /** Resolves when the control plane has been asked for the missing requests, whatever its answer. */
  wait(count: number): Promise<void> {
    this.#need += Math.max(1, count - this.#inHand);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whether the worker may use only its share for now, although the control plane answers about other limits. */
  isAlone(now: number): boolean {
    return now < this.#aloneUntil;
  }

  /** Whether it is time to ask for more, or to report requests without a grant. */
  shouldAsk(now: number): boolean {
    if (this.#owed > 0 || this.#need > 0) return true;
    return this.#inHand < this.#wanted / 2 && now >= this.#noneUntil;
  }

  /** Releases requests that nobody uses. Returns whether there are any to give back. */
  rest(now: number): boolean {
    if (now - this.#usedAt < idleMs || this.#inHand === 0) return this.#back + this.#owed > 0;
    this.#back += this.#inHand;
    this.#inHand = 0;
    this.#wanted = 1;
    return true;
  }

  /** Releases everything. */
  leave(): boolean {
    this.#usedAt = Number.NEGATIVE_INFINITY;
    return this.rest(0);
  }

  /** The question to the control plane. Its content counts as reported until `answered` or `unanswered`. */
  ask(now: number): LimitAsk {
    const { projectId, limit, quota } = this.limit;
    const sinceMs = now - this.#askedAt;
    if (sinceMs < quickMs) this.#wanted = Math.min(this.limit.limit, this.#wanted * 2);
    else if (sinceMs > slowMs) this.#wanted = Math.max(1, Math.floor(this.#wanted / 2));
    this.#askedAt = now;
    const isIdle = now - this.#usedAt >= idleMs;
    const wants = isIdle ? 0 : Math.max(0, this.#wanted - this.#inHand);
    const asked = { owed: this.#owed, back: this.#back, need: this.#need, wants };
    this.#owed = 0;
    this.#back = 0;
    this.#need = 0;
    this.#asking = this.#waiting;
    this.#waiting = [];
    return { id: this.#sentId, projectId, limit, ...(quota === undefined ? {} : { quota }), ...asked };
  }

  answered({ granted, left, retryMs, resetMs, resetsAt }: LimitGrant, now: number, workers = 1): void {
    this.#isFresh = false;
    this.#share = null;
    this.#inHand += granted;
    this.#left = left;
    this.#leftAt = now;
    this.#noneUntil = retryMs > 0 ? now + retryMs : Number.NEGATIVE_INFINITY;
    if (this.limit.quota !== undefined) this.#resetsAt = now + resetMs;
    this.#note(Math.floor(left / workers));
    this.opensAt = resetsAt;
    this.#wake();
  }

  /**
   * Call it when there was no answer. It repeats the report only if the control plane certainly did not get it:
   * counting requests twice could use up a quota that nobody has used.
   */
  unanswered({ owed, back }: LimitAsk, now: number, wasHeard: boolean): void {
    this.#aloneUntil = now + aloneMs;
    if (!wasHeard) {
      this.#owed += owed;
      this.#back += back;
    }
    this.#wake();
  }

  /** Call it when the control plane will not be asked for now, so that requests stop waiting. */
  letGo(): void {
    this.#need = 0;
    this.#asking.push(...this.#waiting);
    this.#waiting = [];
    this.#wake();
  }

  /** The approximate number of remaining requests, and the seconds until the limit is full again. */
  remaining(now: number): { left: number; seconds: number } {
    const { quota } = this.limit;
    const refilled = quota === undefined ? ((now - this.#leftAt) * this.limit.limit) / minuteMs : 0;
    const told = this.#left === null ? this.limit.limit - this.#owed : this.#left + refilled - this.#owed;
    const known = this.#inHand + (this.#share?.left(now) ?? told);
    const left = Math.max(0, Math.min(this.limit.limit, Math.floor(known)));
    if (quota === undefined)
      return { left, seconds: Math.max(1, Math.ceil(((this.limit.limit - left) * 60) / this.limit.limit)) };
    const untilMs = Number.isFinite(this.#resetsAt) ? this.#resetsAt - now : 1_000;
    return { left, seconds: Math.max(1, Math.ceil(untilMs / 1_000)) };
  }

  /** A new day or month has begun: the requests in hand belonged to the one before. */
  #beginPeriod(): void {
    this.#inHand = 0;
    this.#owed = 0;
    this.#back = 0;
    this.#left = null;
    this.#isFresh = true;
    this.#share = null;
    this.#noneUntil = Number.NEGATIVE_INFINITY;
    this.#resetsAt = Number.POSITIVE_INFINITY;
  }

  #ownShare(now: number, workers: number): OwnShare {
    const most = Math.max(1, this.limit.limit / workers);
    const perMinute = this.limit.quota === undefined ? this.limit.limit / workers : 0;
    this.#share ??= new OwnShare({ perMinute, most, level: this.#levelAlone(most, workers) }, now);
    return this.#share;
  }

  /**
   * The share's level at the start. For a quota about which we know nothing, it is one request, because the whole quota
   * may be used up. A new caller gets the same.
   */
  #levelAlone(most: number, workers: number): number {
    if (this.#left !== null) return this.#left / workers;
    if (this.limit.quota === undefined) return most - this.#owed;
    return this.#known.shareOf(this.limit.key) ?? 1 - this.#owed;
  }

  #wake(): void {
    const woken = this.#asking;
    this.#asking = [];
    for (const wake of woken) wake();
  }
}
