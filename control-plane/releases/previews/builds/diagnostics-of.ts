import type { PreviewOutcome } from "../../../ground/store/tables/previews.ts";
import type { ReceivedBuild } from "../../deployments/builds/received-build.ts";
import type { BuiltText } from "../queries/preview-functions.ts";

/** How many findings of a build are kept. */
const mostDiagnostics = 1_000;

/** What a build found in the sources, by the Functions' slugs. */
export function diagnosticsOf(
  { built, unsent }: Pick<ReceivedBuild, "built" | "unsent">,
  kept: ReadonlyMap<string, BuiltText>,
): PreviewOutcome["diagnostics"] {
  const found = [
    ...built.map(({ drafted: { slug }, result }) => ({ slug, diagnostics: result.diagnostics })),
    ...unsent.map(({ id, slug }) => ({ slug, diagnostics: kept.get(id)?.diagnostics ?? [] })),
  ];
  return found
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    .flatMap(({ slug, diagnostics }) => diagnostics.map((one) => ({ function: slug, ...one })))
    .slice(0, mostDiagnostics);
}
