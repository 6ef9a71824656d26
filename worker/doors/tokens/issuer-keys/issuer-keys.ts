import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { unwaited } from "@ferrule/kit/unwaited.ts";

/** An issuer's published keys, as one object. Changed keys are another object. */
export interface KeySet {
  keyOf: ReturnType<typeof createLocalJWKSet>;
  text: string;
}

export interface PublishedKeys {
  jwks: JSONWebKeySet;
  /** For how long they may be used without a look, as the answer says; null: it does not say. */
  keepMs: number | null;
}

const shortestMs = 60_000;
const longestMs = 3_600_000;
const usualMs = 600_000;
/** The last good keys of an issuer that does not answer any more. */
const keptMs = 24 * 3_600_000;
/** Between two requests, whatever kids callers invent; less as long as there are no keys at all. */
const pauseMs = 30_000;
const firstPauseMs = 5_000;

/** The keys of one issuer: fetched when they are first wanted, again before they are old, and when a token names another one. */
export class IssuerKeys {
  readonly #fetch: () => Promise<PublishedKeys>;
  readonly #failed: (error: unknown) => void;
  #set: KeySet | null = null;
  #freshUntil = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(fetch: () => Promise<PublishedKeys>, failed: (error: unknown) => void) {
    this.#fetch = fetch;
    this.#failed = failed;
  }

  /** What is known now; null: nothing, or nothing for a day. What is old is asked for again meanwhile. */
  current(now: number): KeySet | null {
    if (this.#set !== null && now >= this.#freshUntil) {
      unwaited(this.#ask(now), this.#failed);
      if (now >= this.#freshUntil + keptMs) return null;
    }
    return this.#set;
  }

  /** A set newer than this one, if the issuer may be asked already; else what is known. */
  async another(than: KeySet | null, now: number): Promise<KeySet | null> {
    if (this.#set === than || now >= this.#freshUntil) await this.#ask(now);
    return now >= this.#freshUntil + keptMs ? null : this.#set;
  }

  /** Asks, unless it has just asked; who comes meanwhile waits for the same answer. Never rejects. */
  #ask(now: number): Promise<void> {
    if (this.#asking !== null) return this.#asking;
    if (now - this.#askedAt < (this.#set === null ? firstPauseMs : pauseMs)) return Promise.resolve();
    this.#askedAt = now;
    this.#asking = this.#take(now).finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #take(now: number): Promise<void> {
    try {
      const { jwks, keepMs } = await this.#fetch();
      const text = JSON.stringify(jwks.keys);
      if (this.#set?.text !== text) this.#set = { keyOf: createLocalJWKSet(jwks), text };
      this.#freshUntil = now + Math.min(Math.max(keepMs ?? usualMs, shortestMs), longestMs);
    } catch (error) {
      this.#failed(error);
    }
  }
}
