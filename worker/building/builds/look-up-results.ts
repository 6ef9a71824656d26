import type { BuildFunction, Diagnostic, KnownBuild } from "@ferrule/contract/internal/jobs.ts";
import { buildKey } from "./cache/build-key.ts";
import { nothingDerived } from "./messages/build-messages.ts";
import type { TakeOutcome } from "./hand-over.ts";
import type { LibraryPreparation, PreparedLibraries } from "./packages/prepare-libraries.ts";
import type { BuildOutcome, ResultCache } from "./cache/result-cache.ts";

/** The result is known before the build. Without a key, the result reports that its Libraries are not available. */
interface Known {
  one: BuildFunction;
  key: string | undefined;
  outcome: BuildOutcome;
}

/** The Function must be built. */
interface Unknown {
  one: BuildFunction;
  key: string;
  prepared: PreparedLibraries;
  outcome: undefined;
}

/** A Function with the cache key of its result. */
export type LookedUp = Known | Unknown;

export interface ResultSources {
  preparation: LibraryPreparation;
  cache: ResultCache;
  fingerprint: string;
  /**
   * Returns the results that other workers built under these keys. It is called once, with the keys that are not in the
   * cache.
   */
  known?: ((keys: string[]) => Promise<KnownBuild[]>) | undefined;
  take: TakeOutcome;
  signal: AbortSignal;
}

/** Reading a thousand files one by one took half a second. */
const readsAtOnce = 16;

export const unbuilt = (diagnostic: Diagnostic): BuildOutcome => ({
  diagnostics: [diagnostic],
  derived: nothingDerived,
  bundle: null,
});

export const isDiagnostic = (value: object): value is Diagnostic => "severity" in value;

/**
 * Looks up the results of these Functions, first in the cache and then among other workers' results. Keeps the order.
 */
export async function lookUpResults(functions: readonly BuildFunction[], sources: ResultSources): Promise<LookedUp[]> {
  const { preparation, cache, fingerprint, known, take, signal } = sources;
  const found: LookedUp[] = [];
  let last: Promise<unknown> = Promise.resolve();
  /** Reads a large result only after the caller has used the one before. */
  const inTurn = <T>(find: () => Promise<T>): Promise<T> => {
    const finding = last.then(find);
    last = finding.catch(() => {});
    return finding;
  };
  const lookUp = async (one: BuildFunction): Promise<LookedUp> => {
    const prepared = await preparation.of(one);
    if (isDiagnostic(prepared)) return { one, key: undefined, outcome: unbuilt(prepared) };
    const key = buildKey(one, fingerprint, prepared.identity);
    const find = async () => {
      const kept = await cache.get(key);
      return kept && (await take(kept));
    };
    const outcome = (await cache.isLarge(key)) ? await inTurn(find) : await find();
    return outcome === undefined ? { one, key, prepared, outcome } : { one, key, outcome };
  };
  const waiting = functions.entries();
  const next = async () => {
    for (const [index, one] of waiting) {
      signal.throwIfAborted();
      found[index] = await lookUp(one);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, next));
  signal.throwIfAborted();
  if (known === undefined) return found;
  const missing = found.flatMap(({ key, outcome }) => (outcome === undefined ? [key] : []));
  if (missing.length === 0) return found;
  const elsewhere = new Map((await known([...new Set(missing)])).map((built) => [built.key, built]));
  return found.map((lookedUp) => {
    if (lookedUp.outcome !== undefined) return lookedUp;
    const { one, key } = lookedUp;
    const built = elsewhere.get(key);
    if (built === undefined) return lookedUp;
    const { diagnostics, derived, bundleDigest } = built;
    return { one, key, outcome: { diagnostics, derived, bundle: null, storedDigest: bundleDigest } };
  });
}
