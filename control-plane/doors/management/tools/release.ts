import { z } from "zod";
import { awaitDeployment } from "./deploy.ts";
import { tool } from "./tool.ts";

/** Brings a deployment to Production, once a person has confirmed. */
export const release = tool({
  name: "release",
  title: "Release to Production",
  description:
    "Releases a completed deployment of Development to Production. A person must confirm: show them the link, and call again with the same arguments.",
  scope: "release",
  hints: { readOnlyHint: false, destructiveHint: true },
  input: z.strictObject({ deployment: z.string().max(128), message: z.string().max(1_000).default("") }),
  output: { deployment: z.string(), number: z.int(), status: z.string() },
  run: async (scene, { deployment, message }) => {
    const { id } = await scene.client.releaseDeployment({ body: { projectDeploymentId: deployment, message } });
    return awaitDeployment(scene, id);
  },
});

/** Returns an environment to an earlier deployment, once a person has confirmed. */
export const rollback = tool({
  name: "rollback",
  title: "Return to an earlier deployment",
  description:
    "Returns the environment of a deployment to it, or, if it is the active one, to the one before. A person must confirm: show them the link, and call again.",
  scope: "release",
  hints: { readOnlyHint: false, destructiveHint: true },
  input: z.strictObject({ deployment: z.string().max(128), reason: z.string().max(1_000).default("") }),
  output: { deployment: z.string(), number: z.int(), status: z.string() },
  run: async (scene, { deployment, reason }) => {
    const params = { projectDeploymentId: deployment };
    const { id } = await scene.client.rollbackDeployment({ params, body: { reason } });
    return awaitDeployment(scene, id);
  },
});
