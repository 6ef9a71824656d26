import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { tool, type ToolAnswer, type ToolScene } from "./tool.ts";

/** A deployment ends in seconds as a rule; a client waits about a minute for an answer. */
const waitMs = 40_000;
const ended = new Set(["completed", "failed", "cancelled"]);

/** Waits until a deployment, a release or a rollback has ended, for a bounded time, and says how. */
export async function awaitDeployment({ client, signal }: ToolScene, projectDeploymentId: string): Promise<ToolAnswer> {
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await client.getDeployment({ params: { projectDeploymentId } });
    const { id, number, status, target, kind, error, progress, changeCounts, notDeployed, log } = found;
    if (ended.has(status) || performance.now() > until) {
      const isDone = status === "completed";
      return {
        deployment: id,
        number,
        kind,
        target,
        status,
        ...(ended.has(status) ? { changes: changeCounts } : { progress }),
        ...(error === null ? {} : { code: error.code, step: error.step }),
        left_out: notDeployed.map(({ slug }) => slug),
        ...untrusted({
          ...(error === null ? {} : { error: { message: error.message, file: error.file, line: error.line } }),
          ...(isDone ? {} : { log: log.slice(-8).map(({ level, message }) => `${level}: ${message}`) }),
        }),
        next: isDone
          ? target === "development"
            ? "call tries it. release brings it to Production, once a person has confirmed."
            : undefined
          : ended.has(status)
            ? "Mend what the error names, and deploy again."
            : "It is still under way: deploy with this deployment's id waits on.",
      };
    }
    await delay(500, undefined, { signal });
  }
}

/** Makes the drafts live in Development. */
export const deploy = tool({
  name: "deploy",
  title: "Deploy to Development",
  description:
    "Makes the drafts of the whole Project live in Development, and waits up to 40 s. With deployment: only waits for that one.",
  scope: "deploy",
  hints: { readOnlyHint: false, destructiveHint: true },
  input: z.strictObject({
    message: z.string().max(1_000).default(""),
    deployment: z.string().max(128).optional().describe("The id of one that is under way."),
  }),
  output: { deployment: z.string(), number: z.int(), status: z.string() },
  run: async (scene, { message, deployment }) => {
    const id = deployment ?? (await scene.client.createDeployment({ body: { message } })).id;
    return awaitDeployment(scene, id);
  },
});
