import type { AddCommand } from "../../commands.ts";
import { followRun } from "../../runs/follow-run.ts";
import { runText } from "../../runs/show-run.ts";

interface Options {
  wait?: boolean;
}

/** `ferrule runs get <run>`: a run with its steps; `--wait` waits for its end. */
export const runsGet: AddCommand = (commands) => {
  commands
    .add<Options>("runs get", "show a run with its steps", async (context, { wait }, runId = "") => {
      const api = await context.client();
      const run = wait === true ? await followRun(context, runId) : await api.getRun({ params: { runId } });
      context.out.result(run, () => runText(run, context.paint));
      return wait === true && run.status !== "succeeded" ? "failed" : "done";
    })
    .argument("<run>", "its id")
    .option("--wait", "wait until it has ended; the exit code is 1 if it did not succeed");
};
