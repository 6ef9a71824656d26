import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import { confirmMove } from "../deployments/confirm-move.ts";
import { endDeployment } from "../deployments/end-deployment.ts";
import { findDeployment } from "../deployments/find-deployment.ts";
import { environmentOption, type EnvironmentOption } from "../options/environment-option.ts";

interface Options extends EnvironmentOption {
  message?: string;
  wait?: boolean;
  yes?: boolean;
}

/** `ferrule rollback --env <environment> [deployment]`: makes an environment serve its earlier deployment again. */
export const rollback: AddCommand = (commands) => {
  commands
    .add<Options>(
      "rollback",
      "return an environment to an earlier deployment; without one, to what it served before",
      async (context, options, named?: string) => {
        const client = await context.client();
        const { items } = await client.listEnvironments();
        const served = items.find(({ name }) => name === options.env)?.activeDeploymentId ?? null;
        if (served === null)
          throw new CommandError("NOT_DEPLOYED", `${options.env} serves nothing, so there is nothing to roll back.`);
        const { projectDeploymentId, rollsBackTo, number, target } = await findDeployment(client, named ?? served);
        if (target !== options.env) {
          throw new CommandError(
            "OTHER_ENVIRONMENT",
            `Deployment ${number} was made to ${target}, not to ${options.env}.`,
            { exit: "usage" },
          );
        }
        if (rollsBackTo === null) {
          throw new CommandError(
            "NOTHING_TO_ROLL_BACK",
            `Nothing would change: ${target} has nothing else to return to.`,
          );
        }
        await confirmMove(context, "Roll back", { target, projectDeploymentId }, options.yes === true);
        const params = { projectDeploymentId };
        const body = { reason: options.message ?? "", servedDeploymentId: served };
        return endDeployment(context, await client.rollbackDeployment({ params, body }), options.wait ?? true);
      },
    )
    .argument("[deployment]", "its number or id")
    .addOption(environmentOption("which environment returns").makeOptionMandatory())
    .option("-m, --message <text>", "why")
    .option("-y, --yes", "do not ask")
    .option("--wait", "wait until it is live (the default)")
    .option("--no-wait", "only begin it");
};
