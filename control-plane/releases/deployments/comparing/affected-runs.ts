import type { DeploymentPreview } from "@ferrule/contract/resources/deployment.ts";
import type { RunsUnderWay } from "../../../ground/ports/dependents.ts";

type AffectedRuns = DeploymentPreview["runs"][number];

function effectOn({ onRelease, deploymentNumber, functionId }: RunsUnderWay, next: ReadonlySet<string>) {
  if (onRelease === "stay" && deploymentNumber !== null) return "stay";
  return next.has(functionId) ? "move" : "fail";
}

function saidOf({ slug, deploymentNumber, count }: RunsUnderWay, effect: AffectedRuns["effect"]): string {
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
 * @param next the ids of that artifact's Functions
 */
export const affectedRuns = (underWay: readonly RunsUnderWay[], next: ReadonlySet<string>): AffectedRuns[] =>
  underWay.map((runs) => {
    const { functionId, slug, deploymentNumber, count } = runs;
    const effect = effectOn(runs, next);
    return { functionId, slug, deploymentNumber, effect, count, said: saidOf(runs, effect) };
  });
