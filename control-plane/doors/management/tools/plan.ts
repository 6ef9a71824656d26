import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { tool } from "./tool.ts";

/** What a deployment or a release would change now. */
export const plan = tool({
  name: "plan",
  title: "Preview a deployment or a release",
  description:
    "What a deployment of the drafts to Development would change, or a release of a deployment to Production, or a rollback. Changes nothing.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    target: z.enum(["development", "production"]).default("development"),
    deployment: z.string().max(128).optional().describe("For a release or a rollback: the deployment's id."),
  }),
  output: {
    kind: z.string(),
    changes: z.array(z.looseObject({ change: z.string() })),
    missing_secrets: z.array(z.string()),
    unchecked: z.array(z.string()),
  },
  run: async ({ client }, { target, deployment }) => {
    const preview = await client.previewDeployment({ query: { target, projectDeploymentId: deployment } });
    const { kind, changes, unchecked, notDeployed, missingSecrets, missingConnections, current } = preview;
    return {
      kind,
      serves_now: current?.projectDeploymentId ?? null,
      total: changes.length,
      changes: changes.slice(0, 40).map((one) => ({
        kind: one.kind,
        change: one.change,
        ...(one.fields.length === 0 ? {} : { fields: one.fields }),
      })),
      unchecked: unchecked.map(({ slug }) => slug),
      left_out: notDeployed.map(({ slug }) => slug),
      missing_secrets: missingSecrets,
      missing_connections: missingConnections,
      ...untrusted({
        names: changes.slice(0, 40).map(({ name }) => name),
        permissions: changes.flatMap(({ name, permissions }) => permissions.map(({ said }) => `${name}: ${said}`)),
        breaking: changes.flatMap(({ breaking }) => breaking),
        breaks_nobody: changes.flatMap(({ uncalled = [] }) => uncalled),
        warnings: preview.warnings,
        problems: notDeployed.map(({ slug, problems }) => ({ slug, problems: problems.slice(0, 2) })),
      }),
      next:
        changes.length === 0
          ? "Nothing would change."
          : kind === "deploy"
            ? "deploy does it."
            : kind === "release"
              ? "release does it, once a person has confirmed."
              : "rollback does it, once a person has confirmed.",
    };
  },
});
