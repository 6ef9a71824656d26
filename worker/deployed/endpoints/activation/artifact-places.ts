import type { Environment } from "@ferrule/contract/states.ts";
import type { CompiledArtifact, CompiledFunctions } from "./compile-artifact.ts";
import type { KnownEntries } from "../artifacts/fetch-artifact.ts";
import { createRetiredFunctions, retireFunctions } from "./retired-functions.ts";

export interface Wanted {
  deploymentId: string;
  digest: string;
}

/**
 * Where an artifact serves: in an environment of a Project, in a preview, or for runs that stay with a deployment which
 * no environment serves any more.
 */
export type Where =
  | { projectId: string; environment: Environment }
  | { previewId: string }
  | { earlierDeploymentId: string };

/** Whether the place loads its artifact only when a call needs it. Such a place holds up nobody else. */
export const isOnDemand = (where: Where): boolean => "previewId" in where || "earlierDeploymentId" in where;

/** An environment or a preview, with its wanted artifact and the one that it serves. */
export interface Place {
  where: Where;
  wanted: Wanted;
  served: { deploymentId: string; artifact: CompiledArtifact } | null;
  /** Whether loading the wanted artifact has failed so far. */
  failed: boolean;
  /** Whether the control plane has said that it does not have the wanted artifact. */
  isGone: boolean;
}

function keyOf(where: Where): string {
  if ("previewId" in where) return `preview:${where.previewId}`;
  if ("earlierDeploymentId" in where) return `earlier:${where.earlierDeploymentId}`;
  return `${where.environment}:${where.projectId}`;
}

/**
 * The places of a worker. It keeps Functions for a while after they leave service, because the next artifact may
 * contain them.
 */
export function createArtifactPlaces() {
  const places = new Map<string, Place>();
  const retired = createRetiredFunctions();
  const inService = () =>
    new Set([...places.values()].flatMap(({ served }) => (served === null ? [] : [served.artifact])));
  const functions: CompiledFunctions = {
    find(digest) {
      for (const { served } of places.values()) {
        const held = served?.artifact.functions.get(digest);
        if (held !== undefined) return held;
      }
      return retired.get(digest);
    },
  };
  const entries: KnownEntries = {
    function: (digest) => functions.find(digest)?.entry,
    endpoint(digest) {
      for (const { served } of places.values()) {
        const held = served?.artifact.endpointEntries.get(digest);
        if (held !== undefined) return held;
      }
      return undefined;
    },
  };

  return {
    functions,
    entries,
    inService,
    all: () => [...places.values()],
    find: (where: Where) => places.get(keyOf(where)),
    /** The places where this artifact is wanted. */
    waiting: (digest: string) => [...places.values()].filter((one) => one.wanted.digest === digest),
    compiled(digest: string): CompiledArtifact | undefined {
      for (const { served } of places.values()) if (served?.artifact.digest === digest) return served.artifact;
      return undefined;
    },
    want(where: Where, wanted: Wanted): void {
      const key = keyOf(where);
      const found = places.get(key);
      if (found === undefined) places.set(key, { where, wanted, served: null, failed: false, isGone: false });
      else if (found.wanted.digest === wanted.digest) found.wanted = wanted;
      else Object.assign(found, { wanted, failed: false, isGone: false });
    },
    /** Returns the removed place; undefined when there was none. */
    remove(where: Where): Place | undefined {
      const key = keyOf(where);
      const found = places.get(key);
      places.delete(key);
      if (found?.served != null) retireFunctions(retired, found.served.artifact, inService());
      return found;
    },
    serve(place: Place, artifact: CompiledArtifact): void {
      const before = place.served?.artifact;
      place.served = { deploymentId: place.wanted.deploymentId, artifact };
      if (before !== undefined) retireFunctions(retired, before, inService());
    },
  };
}
