import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import { secretMaskedForMs, type OpenedSecret, type SecretRequest } from "@ferrule/contract/internal/secrets.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { MaskedPlace } from "../../ground/masking/masker.ts";
import type { ValueMask } from "@ferrule/kit/masking/mask-values.ts";
import { HeldValues } from "./held-values.ts";

export interface SecretStore {
  /** The current value, from memory or from the control plane. Rejects with the errors of `open`. */
  get: (request: SecretRequest) => Promise<string>;
  /** Masks the current value from now on, without giving it to a call. Rejects with the errors of `open`. */
  learn: (request: SecretRequest) => Promise<void>;
  /** Takes a page of the feed. If a page mentions a value, the store never gives that value out again. */
  heard: (page: Pick<ChangesPage, "reset" | "items">) => void;
  /**
   * Masks a value for 31 days from now, although it is not a secret of the store: for example, a connection's password.
   */
  alsoMask: (place: MaskedPlace, value: string) => void;
  /** Masks every value that it has given out for a place: the current ones, and replaced ones for 31 days. */
  mask: (place: MaskedPlace) => ValueMask | null;
}

export interface SecretStoreOptions {
  /** The prefix of the feed's keys. Default `secret`. */
  kind?: "secret" | "connection";
  /** `POST /internal/secrets/open`. */
  open: (request: SecretRequest, purpose?: "mask") => Promise<OpenedSecret>;
  log: Log;
  /** We request a used value again after this time, which also tells the control plane that it is in use. */
  refreshAfterMs?: number;
  /** How long we still mask a replaced value. */
  maskedAfterMs?: number;
}

/** Keeps the values of secrets in memory until the feed reports a change. Each is requested once at a time. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { kind = "secret", open, log, refreshAfterMs = 600_000, maskedAfterMs = secretMaskedForMs } = options;
  const held = new HeldValues(maskedAfterMs);
  const asking = new Map<string, { word: number; value: Promise<string> }>();
  /** Counts pages of the feed: in total, at each secret's last mention, and at the last reset. */
  let words = 0;
  let resetAt = 0;
  const wordOf = new Map<string, number>();
  const keyOf = ({ projectId, environment, name }: SecretRequest) => [kind, projectId, environment, name].join(":");
  const lastWord = (key: string) => Math.max(resetAt, wordOf.get(key) ?? 0);

  async function ask(key: string, request: SecretRequest, purpose?: "mask"): Promise<string> {
    for (;;) {
      const word = lastWord(key);
      const { value, before = [] } = await open(request, purpose);
      // We keep it in any case, and so mask it. If a value was only masked so far, the first call that gets it requests
      // it again, which tells the control plane of the use.
      held.put(request, request.name, value, purpose === "mask" ? 0 : Date.now());
      for (const one of before) held.maskUntil(request, one.value, one.maskedUntil);
      if (word === lastWord(key)) return value;
      // The feed has mentioned it meanwhile, so this may be the previous value.
      held.drop(request, request.name);
    }
  }

  function askOnce(key: string, request: SecretRequest): Promise<string> {
    const running = asking.get(key);
    // A request that began before the feed's last mention may return the previous value.
    if (running?.word === lastWord(key)) return running.value;
    const mine = { word: lastWord(key), value: ask(key, request) };
    asking.set(key, mine);
    const forget = () => asking.get(key) === mine && asking.delete(key);
    mine.value.then(forget, forget);
    return mine.value;
  }

  return {
    async learn(request) {
      if (held.find(request, request.name) === undefined) await ask(keyOf(request), request, "mask");
    },
    async get(request) {
      const key = keyOf(request);
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
        const [ofKind, projectId = "", environment = "", name] = key.split(":");
        if (ofKind !== kind || name === undefined) continue;
        wordOf.set(key, words);
        held.drop({ projectId, environment }, name);
      }
    },
    alsoMask: (place, value) => held.maskUntil(place, value, Date.now() + maskedAfterMs),
    mask: (place) => held.mask(place),
  };
}
