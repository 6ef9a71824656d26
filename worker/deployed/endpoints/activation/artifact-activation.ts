import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { createArtifactPlaces, isOnDemand, type Place, type Wanted, type Where } from "./artifact-places.ts";
import { ControlPlaneRefusal } from "../../../ground/control-plane-client/control-plane-client.ts";
import type { ArtifactStore } from "../artifacts/artifact-store.ts";
import { prepareInTurn } from "../functions/prepare-in-turn.ts";
import { compileArtifact, type CompiledArtifact } from "./compile-artifact.ts";

/** `nothing`: also where the artifact of an earlier deployment no longer exists. */
export type ActiveArtifact =
  | { kind: "compiled"; deploymentId: string; artifact: CompiledArtifact }
  | { kind: "nothing" }
  | { kind: "loading" };

/** The artifact for each place on this worker, according to the feed. */
export interface ArtifactActivation extends AsyncDisposable {
  /** Null: nothing is active there from now on. Otherwise the old artifact stays until this one is loaded. */
  want: (where: Where, wanted: Wanted | null) => void;
  active: (where: Where) => ActiveArtifact;
  /** Called after each change of the result of `active`. Set by the follower of the feed. */
  onChange: (where: Where) => void;
  /** Whether an environment still waits for its first artifact. */
  loading: () => boolean;
  /** Whether a place does not serve its wanted artifact yet, unless loading it has already failed. */
  pending: () => boolean;
  artifacts: () => Iterable<CompiledArtifact>;
}

interface ArtifactActivationOptions {
  store: ArtifactStore;
  log: Log;
  /** The pause after the first failed load. It doubles up to 30 s. */
  retryMs?: number;
}

const longestRetryMs = 30_000;

type Places = ReturnType<typeof createArtifactPlaces>;

interface LoaderOptions extends Required<ArtifactActivationOptions> {
  places: Places;
  loaded: (artifact: CompiledArtifact) => void;
  changed: (where: Where) => void;
}

/** Loads each artifact once, and retries until it is loaded or no place wants it any more. */
function createLoader({ store, log, retryMs, places, loaded, changed }: LoaderOptions) {
  const loads = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const { signal } = closing;

  async function tryLoad(digest: string): Promise<void> {
    const began = performance.now();
    const fetched = await store.load(digest, places.entries, signal);
    const artifact = await compileArtifact(digest, fetched, store.bundle, log, places.functions);
    if (signal.aborted) return;
    // On demand, Functions are prepared by their first calls: few are called, and nearly all are known.
    const isForMany = places.waiting(digest).some(({ where }) => !isOnDemand(where));
    loaded(artifact);
    if (isForMany)
      unwaited(prepareInTurn(artifact.functionsById.values(), signal), (error) => {
        if (!signal.aborted)
          log.warn({ digest, err: error }, "Functions could not be prepared before their first call");
      });
    log.info({ digest, durationMs: Math.round(performance.now() - began) }, "artifact is active");
  }

  async function load(digest: string): Promise<void> {
    for (let pauseMs = retryMs; places.waiting(digest).length > 0; pauseMs = Math.min(pauseMs * 2, longestRetryMs)) {
      try {
        return await tryLoad(digest);
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ digest, err: error, retryMs: pauseMs }, "an artifact cannot be loaded; what was active stays");
        for (const one of places.waiting(digest)) {
          one.failed = true;
          one.isGone = error instanceof ControlPlaneRefusal && error.status === 404;
          changed(one.where);
        }
        await delay(pauseMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
      }
    }
  }

  function fetchFor(digest: string): void {
    if (loads.has(digest) || signal.aborted) return;
    const running = load(digest).finally(() => {
      loads.delete(digest);
      // A place may have started to want it again just when its unneeded load ended.
      if (places.waiting(digest).some((one) => one.served?.artifact.digest !== digest)) fetchFor(digest);
    });
    loads.set(digest, running);
  }

  return {
    fetchFor,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(loads.values());
    },
  };
}

/** A place on demand that serves nothing yet holds up nobody: its calls wait for what is wanted then. */
const isPending = ({ where, served, wanted, failed }: Place) =>
  !failed && served?.deploymentId !== wanted.deploymentId && !(served === null && isOnDemand(where));

/** Loads and compiles wanted artifacts, each digest once, and replaces a place's artifact as a whole. */
export function createArtifactActivation({ store, log, retryMs = 200 }: ArtifactActivationOptions): ArtifactActivation {
  const places = createArtifactPlaces();
  const changed = (where: Where) => activation.onChange(where);

  /**
   * Removes the file of an artifact that a preview no longer serves. Each save of a preview makes another artifact, and
   * hardly one comes back.
   */
  function forget({ where, served }: Pick<Place, "where" | "served">): void {
    if (!("previewId" in where) || served === null) return;
    const { digest } = served.artifact;
    if (places.waiting(digest).length === 0 && places.compiled(digest) === undefined)
      unwaited(store.forget(digest), (error) => log.warn({ digest, err: error }, "an artifact's file stays"));
  }

  function swap(artifact: CompiledArtifact): void {
    for (const one of places.waiting(artifact.digest)) {
      if (one.served?.artifact === artifact && one.served.deploymentId === one.wanted.deploymentId) continue;
      const { where, served } = one;
      places.serve(one, artifact);
      forget({ where, served });
      changed(where);
    }
  }
  const loader = createLoader({ store, log, retryMs, places, loaded: swap, changed });

  const activation: ArtifactActivation = {
    onChange: () => {},
    want(where, wanted) {
      if (wanted === null) {
        const removed = places.remove(where);
        if (removed === undefined) return;
        forget(removed);
        return changed(where);
      }
      places.want(where, wanted);
      const ready = places.compiled(wanted.digest);
      if (ready === undefined) loader.fetchFor(wanted.digest);
      else swap(ready);
    },
    active(where) {
      const found = places.find(where);
      if (found === undefined) return { kind: "nothing" };
      if (found.served !== null) return { kind: "compiled", ...found.served };
      return { kind: found.isGone && "earlierDeploymentId" in where ? "nothing" : "loading" };
    },
    loading: () => places.all().some(({ where, served }) => served === null && !isOnDemand(where)),
    pending: () => places.all().some(isPending),
    artifacts: places.inService,
    [Symbol.asyncDispose]: () => loader[Symbol.asyncDispose](),
  };
  return activation;
}
