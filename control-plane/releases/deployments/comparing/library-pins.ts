import type { ArtifactChange } from "./pairs.ts";
import type { LibraryPin } from "../../../ground/store/tables/deployments.ts";

/** The changes of the Libraries. Whether one breaks callers shows in the schemas of the Functions that import it. */
export function compareLibraries(before: readonly LibraryPin[], after: readonly LibraryPin[]): ArtifactChange[] {
  const [was, is] = [before, after].map((pins) => new Map(pins.map((pin) => [pin.importName, pin])));
  const names = [...new Set([...before, ...after].map(({ importName }) => importName))].sort();
  return names.flatMap((name): ArtifactChange[] => {
    const [old, pin] = [was?.get(name), is?.get(name)];
    if (old && pin && old.kind === pin.kind && old.content === pin.content) return [];
    const change = !old ? "added" : pin ? "changed" : "removed";
    const fields = change === "changed" ? [pin?.kind === "npm" ? "version" : "source"] : [];
    return [{ id: name, kind: "library", name, change, fields, permissions: [], breaking: [] }];
  });
}
