import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { deploymentDetail } from "@ferrule/contract/resources/deployment.ts";
import type { Context } from "../context/context.ts";

export type DeploymentDetail = z.infer<typeof deploymentDetail>;

const pollMs = 400;

const stageNames: Record<string, string> = {
  queue: "Waiting for a worker",
  build: "Building",
  check: "Checking bindings",
  activate: "Activating",
};

/** The current stage of a deployment: the last one that its log names. */
function stageOf({ log, progress }: DeploymentDetail): string {
  const stages = log.flatMap(({ data }) => (data as { stage?: string } | null | undefined)?.stage ?? []);
  const stage = stageNames[stages.at(-1) ?? "queue"] ?? "Working";
  return progress.total > 1 && progress.done < progress.total ? `${stage} ${progress.done}/${progress.total}` : stage;
}

/**
 * Waits until a deployment, a release or a rollback has ended, and shows its stages until then. Returns the ended
 * deployment.
 */
export async function waitForDeployment(context: Context, projectDeploymentId: string): Promise<DeploymentDetail> {
  const client = await context.client();
  const progress = context.out.progress("Waiting for a worker");
  try {
    for (;;) {
      const now = await client.getDeployment({ params: { projectDeploymentId } });
      if (now.status === "completed" || now.status === "failed" || now.status === "cancelled") return now;
      progress.say(stageOf(now));
      await sleep(pollMs, undefined, { signal: context.signal });
    }
  } finally {
    progress.end();
  }
}
