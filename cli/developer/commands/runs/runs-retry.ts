import type { AddCommand } from "../../commands.ts";
import { runLine } from "../../runs/show-run.ts";

interface Options {
  fromStep?: string;
}

/** `ferrule runs retry <run>`: lets a run that has ended go on, with the results of its steps. */
export const runsRetry: AddCommand = (commands) => {
  commands
    .add<Options>(
      "runs retry",
      "let a run that has ended go on, with the results of its steps",
      async ({ client, out, paint }, { fromStep }, runId = "") => {
        const body = fromStep === undefined ? {} : { fromStep };
        const run = await (await client()).retryRun({ params: { runId }, body });
        out.result(run, () => runLine(run, paint));
      },
    )
    .argument("<run>", "its id")
    .option("--from-step <name>", "forget the result of this step, and of those after it");
};
