import type { Context } from "../context/context.ts";
import type { Exit } from "../exit-codes.ts";
import { plain } from "../terminal/plain.ts";
import { docsOf, helpLines } from "../terminal/docs-of.ts";
import { problemsOf, showProblems } from "./show-problems.ts";
import { waitForDeployment } from "./wait-for-deployment.ts";

const verbs = { deploy: "Deployed", release: "Released", rollback: "Rolled back" } as const;

/** Waits for a deployment if asked to, and prints how it ended, with the place of each error. */
export async function endDeployment(
  context: Context,
  begun: { projectDeploymentId: string; number: number },
  wait: boolean,
): Promise<Exit> {
  const { out, paint } = context;
  const { projectDeploymentId, number } = begun;
  if (!wait) {
    out.result(
      { projectDeploymentId, number, status: "queued" },
      `Deployment ${number} has begun: ${projectDeploymentId}`,
    );
    return "done";
  }
  const ended = await waitForDeployment(context, projectDeploymentId);
  const { status, kind, target, durationMs, changeCounts, error } = ended;
  const { address } = await context.target();
  const problems = problemsOf(ended).map((one) => ({ ...one, docs: docsOf(address, one.code, "build") }));
  const result = { projectDeploymentId, number, kind, target, status, durationMs, changeCounts, error, problems };
  if (status === "completed") {
    const { added, changed, removed, breaking } = changeCounts;
    const counts = `${added} added, ${changed} changed, ${removed} removed${breaking > 0 ? `, ${breaking} breaking` : ""}`;
    const took = durationMs === null ? "" : ` in ${(durationMs / 1_000).toFixed(1)} s`;
    out.result(
      result,
      `${paint.green("✓")} ${verbs[kind]} ${paint.bold(`#${number}`)} to ${target}${took}: ${counts}.`,
    );
    return "done";
  }
  await showProblems(context, problems);
  const why = error === null ? "" : `: ${plain(error.message)} (${plain(error.code)})`;
  out.result(result, `${paint.red("✗")} Deployment ${paint.bold(`#${number}`)} ${status}${why}`);
  const codes = [...problems.filter(({ severity }) => severity === "error"), ...(error === null ? [] : [error])].map(
    ({ code }) => code,
  );
  for (const line of helpLines(address, codes, "build")) out.note(line);
  if (status === "failed") out.note(`${target} continues to serve what it served before.`);
  return "failed";
}
