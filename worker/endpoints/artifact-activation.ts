import { setTimeout as delay } from "node:timers/promises";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { compileArtifact, type CompiledArtifact, type CompiledFunctions } from "./compile-artifact.ts";
import { createRetiredFunctions, retireFunctions } from "./retired-functions.ts";

export type ActiveArtifact =
  | { kind: "compiled"; deploymentId: string; artifact: CompiledArtifact }
  | { kind: "nothing" }
  | { kind: "loading" };

export interface Wanted {
  deploymentId: string;
  digest: string;
}

/** Which artifact serves where on this replica, following what the feed wants. */
export interface ArtifactActivation extends AsyncDisposable {
  /** Null: nothing is to be active there, from now on. Otherwise the old one stays until this one has been loaded. */
  want: (projectId: string, environment: Environment, wanted: Wanted | null) => void;
  active: (projectId: string, environment: Environment) => ActiveArtifact;
  /** Called after each change of what `active` answers; set by the one who follows. */
  onChange: (projectId: string) => void;
  /** Whether some place still waits for its first artifact. */
  loading: () => boolean;
  /** Whether some place does not serve yet what is wanted there, and is not known to be unable to. */
  pending: () => boolean;
  artifacts: () => Iterable<CompiledArtifact>;
}

interface Place {
  projectId: string;
  wanted: Wanted;
  served: { deploymentId: string; artifact: CompiledArtifact } | null;
  /** What is wanted could not be loaded so far. */
  failed: boolean;
}

interface ArtifactActivationOptions {
  store: ArtifactStore;
  log: Log;
  /** The pause after the first failed load; it doubles up to 30 s. */
  retryMs?: number;
}

const longestRetryMs = 30_000;

/** Loads and compiles artifacts as they are wanted, each digest once, and swaps a place's artifact whole. */
export function createArtifactActivation({ store, log, retryMs = 200 }: ArtifactActivationOptions): ArtifactActivation {
  const places = new Map<string, Place>();
  const loads = new Map<string, Promise<void>>();
  const retired = createRetiredFunctions();
  const closing = new AbortController();
  const { signal } = closing;

  const inService = () =>
    new Set([...places.values()].flatMap(({ served }) => (served === null ? [] : [served.artifact])));
  const functions: CompiledFunctions = {
    find(text) {
      for (const { served } of places.values()) {
        const held = served?.artifact.functions.get(text);
        if (held !== undefined) return held;
      }
      return retired.get(text);
    },
  };
  const waiting = (digest: string) => [...places.values()].filter((one) => one.wanted.digest === digest);
  const compiled = (digest: string) => {
    for (const { served } of places.values()) if (served?.artifact.digest === digest) return served.artifact;
    return undefined;
  };

  function swap(artifact: CompiledArtifact): void {
    for (const one of waiting(artifact.digest)) {
      if (one.served?.artifact === artifact && one.served.deploymentId === one.wanted.deploymentId) continue;
      const before = one.served?.artifact;
      one.served = { deploymentId: one.wanted.deploymentId, artifact };
      if (before !== undefined) retireFunctions(retired, before, inService());
      activation.onChange(one.projectId);
    }
  }

  async function load(digest: string): Promise<void> {
    for (let pauseMs = retryMs; waiting(digest).length > 0; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
      try {
        const began = performance.now();
        const manifest = await store.load(digest, signal);
        const artifact = await compileArtifact(digest, manifest, store.bundle, log, functions);
        if (signal.aborted) return;
        swap(artifact);
        log.info({ digest, durationMs: Math.round(performance.now() - began) }, "artifact is active");
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ digest, err: error, retryMs: pauseMs }, "an artifact cannot be loaded; what was active stays");
        for (const one of waiting(digest)) {
          one.failed = true;
          activation.onChange(one.projectId);
        }
        await delay(pauseMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
      }
    }
  }

  function fetchFor(digest: string): void {
    if (loads.has(digest) || signal.aborted) return;
    const running = load(digest).finally(() => {
      loads.delete(digest);
      // It may have been wanted again just when the load for nobody had ended.
      if (waiting(digest).some((one) => one.served?.artifact.digest !== digest)) fetchFor(digest);
    });
    loads.set(digest, running);
  }

  const activation: ArtifactActivation = {
    onChange: () => {},
    want(projectId, environment, wanted) {
      const key = `${environment}:${projectId}`;
      if (wanted === null) {
        const gone = places.get(key)?.served?.artifact;
        if (!places.delete(key)) return;
        if (gone !== undefined) retireFunctions(retired, gone, inService());
        activation.onChange(projectId);
        return;
      }
      const found = places.get(key);
      if (found === undefined) places.set(key, { projectId, wanted, served: null, failed: false });
      else if (found.wanted.digest === wanted.digest) found.wanted = wanted;
      else Object.assign(found, { wanted, failed: false });
      const ready = compiled(wanted.digest);
      if (ready === undefined) fetchFor(wanted.digest);
      else swap(ready);
    },
    active(projectId, environment) {
      const found = places.get(`${environment}:${projectId}`);
      if (found === undefined) return { kind: "nothing" };
      return found.served === null ? { kind: "loading" } : { kind: "compiled", ...found.served };
    },
    loading: () => [...places.values()].some((one) => one.served === null),
    pending: () =>
      [...places.values()].some(
        ({ served, wanted, failed }) => !failed && served?.deploymentId !== wanted.deploymentId,
      ),
    artifacts: inService,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(loads.values());
    },
  };
  return activation;
}
