import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { unwaited } from "@ferrule/kit/unwaited.ts";

/** An issuer's published keys, as one object. Changed keys are a new object. */
export interface KeySet {
  keyOf: ReturnType<typeof createLocalJWKSet>;
  text: string;
}

export interface PublishedKeys {
  jwks: JSONWebKeySet;
  /** How long they may be used without a new request, according to the response; null when it does not say. */
  keepMs: number | null;
}

const shortestMs = 60_000;
const longestMs = 3_600_000;
const usualMs = 600_000;
/** How long we use the last good keys of an issuer that no longer responds. */
const keptMs = 24 * 3_600_000;
/** The pause between two requests, whatever key ids callers invent. It is shorter while we have no keys at all. */
const pauseMs = 30_000;
const firstPauseMs = 5_000;

/**
 * The keys of one issuer. It fetches them at their first use, again before they expire, and when a token names another
 * key.
 */
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

  /**
   * The known keys; null when there are none, or none younger than a day. If they are old, it requests new ones in the
   * background.
   */
  current(now: number): KeySet | null {
    if (this.#set !== null && now >= this.#freshUntil) {
      unwaited(this.#ask(now), this.#failed);
      if (now >= this.#freshUntil + keptMs) return null;
    }
    return this.#set;
  }

  /** A newer set than this one, if we may ask the issuer again; otherwise the known one. */
  async another(than: KeySet | null, now: number): Promise<KeySet | null> {
    if (this.#set === than || now >= this.#freshUntil) await this.#ask(now);
    return now >= this.#freshUntil + keptMs ? null : this.#set;
  }

  /** Asks the issuer, unless it has just asked. Further callers wait for the same response. Never rejects. */
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
