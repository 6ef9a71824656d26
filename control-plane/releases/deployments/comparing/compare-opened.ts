import type { ArtifactEndpoint, ArtifactHead, ArtifactManifest } from "@ferrule/contract/internal/artifact.ts";
import { bindingsOf } from "../artifacts/bindings-of.ts";
import { compareArtifacts } from "./compare-artifacts.ts";
import type { ArtifactChange } from "./pairs.ts";
import type { OpenArtifact } from "../artifacts/open-artifact.ts";

/** The ids of the entries that only one side has, or that differ. */
function changedIds(before: ArtifactHead["functions"], after: ArtifactHead["functions"]): Set<string> {
  const [was, is] = [new Map(before), new Map(after)];
  return new Set([...was.keys(), ...is.keys()].filter((id) => was.get(id) !== is.get(id)));
}

/** The Functions that a binding of these endpoints calls on one side only. Their input is compared, too. */
function switchedIds(before: readonly ArtifactEndpoint[], after: readonly ArtifactEndpoint[]): string[] {
  const calledBy = (endpoints: readonly ArtifactEndpoint[]) =>
    new Map(endpoints.flatMap(bindingsOf).map(({ bindingId, functionId }) => [bindingId, functionId]));
  const [was, is] = [calledBy(before), calledBy(after)];
  return [...was].flatMap(([bindingId, functionId]) => {
    const now = is.get(bindingId);
    return now === undefined || now === functionId ? [] : [functionId ?? [], now ?? []].flat();
  });
}

/**
 * The result of `compareArtifacts` for two artifacts. It reads only entries that differ, so the time depends on those.
 * @param before null: there was none
 */
export async function compareOpened(before: OpenArtifact | null, after: OpenArtifact): Promise<ArtifactChange[]> {
  const endpointIds = changedIds(before?.head.endpoints ?? [], after.head.endpoints);
  const endpoints = [(await before?.endpoints(endpointIds)) ?? [], await after.endpoints(endpointIds)] as const;
  const functionIds = changedIds(before?.head.functions ?? [], after.head.functions);
  for (const id of switchedIds(...endpoints)) functionIds.add(id);
  const reduced = async (side: OpenArtifact, its: ArtifactEndpoint[]): Promise<ArtifactManifest> => ({
    ...side.head,
    endpoints: its,
    functions: await side.functions(functionIds),
  });
  return compareArtifacts(before && (await reduced(before, endpoints[0])), await reduced(after, endpoints[1]));
}
