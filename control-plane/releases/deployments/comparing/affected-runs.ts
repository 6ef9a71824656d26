import type { DeploymentPreview } from "@ferrule/contract/resources/deployment.ts";
import type { ArtifactFunction } from "@ferrule/contract/internal/artifact.ts";
import type { RunsUnderWay } from "../../../ground/ports/dependents.ts";

type AffectedRuns = DeploymentPreview["runs"][number];

function effectOn({ onRelease, deploymentNumber, functionId }: RunsUnderWay, next: ReadonlySet<string>) {
  if (onRelease === "stay" && deploymentNumber !== null) return "stay";
  return next.has(functionId) ? "move" : "fail";
}

function saidOf(
  { slug, deploymentNumber, count }: Omit<RunsUnderWay, "onRelease">,
  effect: AffectedRuns["effect"],
): string {
  const one = count === 1;
  const runs = `${count} ${one ? "run" : "runs"} of ${slug}`;
  if (effect === "stay") return `${runs} ${one ? "keeps" : "keep"} the code of #${deploymentNumber}.`;
  if (effect === "fail") return `${runs} would fail, because ${slug} would not be deployed.`;
  return deploymentNumber === null
    ? `${runs} ${one ? "has" : "have"} not begun, and would begin with the new code.`
    : `${runs} would go on with the new code at ${one ? "its" : "their"} next step.`;
}

/**
 * What becomes of runs that have not ended when another artifact takes over.
 * @param served the Functions of the present artifact: somebody may have deleted the draft of one since
 * @param next those of the other one
 */
export function affectedRuns(
  underWay: readonly RunsUnderWay[],
  served: readonly ArtifactFunction[],
  next: readonly ArtifactFunction[],
): AffectedRuns[] {
  const slugs = new Map(served.map(({ id, slug }) => [id, slug]));
  const nextIds = new Set(next.map(({ id }) => id));
  return underWay.map(({ onRelease, ...runs }) => {
    const known = { ...runs, slug: slugs.get(runs.functionId) ?? runs.slug };
    const effect = effectOn({ ...known, onRelease }, nextIds);
    return { ...known, effect, said: saidOf(known, effect) };
  });
}
