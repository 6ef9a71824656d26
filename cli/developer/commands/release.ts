import type { Client } from "@ferrule/contract/client.ts";
import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import { confirmMove } from "../deployments/confirm-move.ts";
import { endDeployment } from "../deployments/end-deployment.ts";
import { findDeployment } from "../deployments/find-deployment.ts";
import { findDeploymentOfCommit } from "../deployments/find-deployment-of-commit.ts";

interface Options {
  commit?: string;
  message?: string;
  wait?: boolean;
  yes?: boolean;
}

/** The id of the deployment that the arguments name, or of the one that Development serves. */
async function toRelease(client: Client, named: string | undefined, commit: string | undefined): Promise<string> {
  if (named !== undefined && commit !== undefined) {
    throw new CommandError("TOO_MANY_DEPLOYMENTS", "Name the deployment or its commit, not both.", { exit: "usage" });
  }
  if (named !== undefined) return (await findDeployment(client, named)).projectDeploymentId;
  if (commit !== undefined) return (await findDeploymentOfCommit(client, commit)).projectDeploymentId;
  const { items } = await client.listEnvironments();
  const served = items.find(({ name }) => name === "development")?.activeDeploymentId ?? null;
  if (served !== null) return served;
  throw new CommandError("NOT_DEPLOYED", "Development serves nothing, so there is nothing to release.", {
    hint: "Run `ferrule deploy` first.",
  });
}

/** `ferrule release [deployment]`: makes Production serve the result of a deployment to Development. */
export const release: AddCommand = (commands) => {
  commands
    .add<Options>(
      "release",
      "release a deployment to Production; without one, what Development serves",
      async (context, options, named?: string) => {
        const client = await context.client();
        const chosen = await toRelease(client, named, options.commit);
        await confirmMove(
          context,
          "Release",
          { target: "production", projectDeploymentId: chosen },
          options.yes === true,
        );
        const body = { projectDeploymentId: chosen, message: options.message ?? "" };
        return endDeployment(context, await client.releaseDeployment({ body }), options.wait ?? true);
      },
    )
    .argument("[deployment]", "its number or id")
    .option("--commit <sha>", "release the newest deployment of this commit")
    .option("-m, --message <text>", "why")
    .option("-y, --yes", "do not ask")
    .option("--wait", "wait until it is live (the default)")
    .option("--no-wait", "only begin it");
};
