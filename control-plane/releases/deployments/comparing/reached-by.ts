import type { ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import type { Callers } from "../../../ground/ports/dependents.ts";
import { bindingsOf } from "../artifacts/bindings-of.ts";
import type { ArtifactChange } from "./pairs.ts";

/**
 * Says of a change whether somebody may call what is served of it now. Nobody calls what is new. A Function without a
 * binding is there for a cron or for another Function, and a durable one may be started by others, so these count as
 * called.
 */
export function reachedBy(
  served: Pick<ArtifactManifest, "functions" | "endpoints"> | null,
  callers: Callers,
): (change: Pick<ArtifactChange, "kind" | "id" | "change">) => boolean {
  const [endpointOf, endpointsOf] = [new Map<string, string>(), new Map<string, string[]>()];
  for (const endpoint of served?.endpoints ?? []) {
    for (const { bindingId, functionId } of bindingsOf(endpoint)) {
      endpointOf.set(bindingId, endpoint.id);
      if (functionId) endpointsOf.set(functionId, [...(endpointsOf.get(functionId) ?? []), endpoint.id]);
    }
  }
  const durable = new Set(served?.functions.flatMap(({ id, run }) => (run === undefined ? [] : id)));
  const isCalled = (endpointId: string | undefined) => endpointId !== undefined && callers.endpointIds.has(endpointId);
  return ({ kind, id, change }) => {
    if (change === "added") return false;
    if (kind === "endpoint") return isCalled(id);
    if (kind === "mcp-binding" || kind === "http-binding") return isCalled(endpointOf.get(id));
    if (kind !== "function" || durable.has(id) || callers.functionIds.has(id)) return true;
    return endpointsOf.get(id)?.some(isCalled) ?? true;
  };
}

/** The change as callers see it: what it would break of something that nobody may call breaks nobody. */
export const asCalled = <Change extends Pick<ArtifactChange, "breaking">>(change: Change, isReached: boolean): Change =>
  isReached || change.breaking.length === 0 ? change : { ...change, breaking: [], uncalled: change.breaking };
