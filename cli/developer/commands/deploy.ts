import type { AddCommand } from "../commands.ts";
import { commitToDeploy } from "../commits/commit-to-deploy.ts";
import { endDeployment } from "../deployments/end-deployment.ts";
import { plain } from "../terminal/plain.ts";

interface Options {
  message?: string;
  /** False: the deployment names no commit. */
  commit?: boolean;
  wait?: boolean;
}

/** `ferrule deploy`: makes the drafts of the Project live in Development. */
export const deploy: AddCommand = (commands) => {
  commands
    .add<Options>(
      "deploy",
      "deploy the drafts to Development, and wait until they are live",
      async (context, { message = "", commit: names = true, wait = true }) => {
        const client = await context.client();
        const commit = names ? await commitToDeploy(context) : null;
        const body = { message, ...(commit === null ? {} : { commit }) };
        const begun = await client.createDeployment({ body });
        for (const { slug } of begun.notDeployed)
          context.out.note(`${plain(slug)} has problems and is left out, because nothing calls it.`);
        return endDeployment(context, begun, wait);
      },
    )
    .option("-m, --message <text>", "why, for those who read the list of deployments")
    .option("--no-commit", "do not name the commit of the pipeline or of the folder")
    .option("--wait", "wait until it is live (the default)")
    .option("--no-wait", "only begin it");
};
