import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import { confirmMove } from "../deployments/confirm-move.ts";
import { endDeployment } from "../deployments/end-deployment.ts";
import { findDeployment } from "../deployments/find-deployment.ts";

interface Options {
  message?: string;
  wait?: boolean;
  yes?: boolean;
}

/** `ferrule release [deployment]`: makes Production serve the result of a deployment to Development. */
export const release: AddCommand = (commands) => {
  commands
    .add<Options>(
      "release",
      "release a deployment to Production; without one, what Development serves",
      async (context, options, named?: string) => {
        const client = await context.client();
        const { items } = named === undefined ? await client.listEnvironments() : { items: [] };
        const served = items.find(({ name }) => name === "development")?.activeDeploymentId;
        const chosen = named === undefined ? served : (await findDeployment(client, named)).projectDeploymentId;
        if (chosen === null || chosen === undefined) {
          throw new CommandError("NOT_DEPLOYED", "Development serves nothing, so there is nothing to release.", {
            hint: "Run `ferrule deploy` first.",
          });
        }
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
    .option("-m, --message <text>", "why")
    .option("-y, --yes", "do not ask")
    .option("--wait", "wait until it is live (the default)")
    .option("--no-wait", "only begin it");
};
