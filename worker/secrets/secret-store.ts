import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { secretMaskedForMs, type OpenedSecret, type SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { MaskedPlace } from "../executions/masking/masker.ts";
import type { ValueMask } from "@ferrule/kit/masking/mask-values.ts";
import { HeldValues } from "./held-values.ts";

export interface SecretStore {
  /** The present value; from memory, or asked of the control plane. Rejects as `open` does. */
  get: (request: SecretRequest) => Promise<string>;
  /** What the feed says: a value that it speaks of is not given out again. */
  heard: (page: Pick<ChangesPage, "reset" | "items">) => void;
  /** Covers every value that was given out for a place: the present ones, and those before them for 31 days. */
  mask: (place: MaskedPlace) => ValueMask | null;
}

export interface SecretStoreOptions {
  /** What the feed's keys begin with. Default `secret`. */
  kind?: "secret" | "connection";
  /** `POST /internal/secrets/open`. */
  open: (request: SecretRequest) => Promise<OpenedSecret>;
  log: Log;
  /** A value in use is asked for again after this, which also tells the control plane that it is in use. */
  refreshAfterMs?: number;
  /** How long a value that was replaced is still masked. */
  maskedAfterMs?: number;
}

/** Keeps the values of secrets in memory for as long as the feed does not say otherwise; each is asked for once at a time. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { kind = "secret", open, log, refreshAfterMs = 600_000, maskedAfterMs = secretMaskedForMs } = options;
  const held = new HeldValues(maskedAfterMs);
  const asking = new Map<string, { word: number; value: Promise<string> }>();
  /** Counts what the feed said: in all, of each secret, and when it last began anew. */
  let words = 0;
  let resetAt = 0;
  const wordOf = new Map<string, number>();
  const lastWord = (key: string) => Math.max(resetAt, wordOf.get(key) ?? 0);

  async function ask(key: string, request: SecretRequest): Promise<string> {
    for (;;) {
      const word = lastWord(key);
      const { value, before = [] } = await open(request);
      // Held, and so masked, whatever becomes of it.
      held.put(request, request.name, value);
      for (const one of before) held.maskUntil(request, one.value, one.maskedUntil);
      if (word === lastWord(key)) return value;
      // The feed spoke of it while it was on its way: it may be the one before.
      held.drop(request, request.name);
    }
  }

  function askOnce(key: string, request: SecretRequest): Promise<string> {
    const running = asking.get(key);
    // A request that began before the feed's last word may be waiting for the value before it.
    if (running?.word === lastWord(key)) return running.value;
    const mine = { word: lastWord(key), value: ask(key, request) };
    asking.set(key, mine);
    const forget = () => {
      if (asking.get(key) === mine) asking.delete(key);
    };
    mine.value.then(forget, forget);
    return mine.value;
  }

  return {
    async get(request) {
      const key = `${kind}:${request.projectId}:${request.environment}:${request.name}`;
      const known = held.find(request, request.name);
      if (known === undefined) return askOnce(key, request);
      if (Date.now() - known.askedAt > refreshAfterMs) {
        known.askedAt = Date.now();
        askOnce(key, request).catch((error: unknown) => log.debug({ err: error }, "a secret was not asked for again"));
      }
      return known.value;
    },
    heard({ reset, items }) {
      words += 1;
      if (reset) {
        resetAt = words;
        wordOf.clear();
        held.dropAll();
      }
      for (const { key } of items) {
        const [ofKind, projectId, environment, name] = key.split(":");
        if (ofKind !== kind || projectId === undefined || environment === undefined || name === undefined) continue;
        wordOf.set(key, words);
        held.drop({ projectId, environment }, name);
      }
    },
    mask: (place) => held.mask(place),
  };
}
