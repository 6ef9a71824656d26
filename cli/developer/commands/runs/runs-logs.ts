import type { AddCommand } from "../../commands.ts";
import { runLine } from "../../runs/show-run.ts";
import { showRunLog } from "../../runs/show-run-log.ts";

interface Options {
  follow?: boolean;
}

/** `ferrule runs logs <run>`: what its attempts have logged; `--follow` goes on until the run has ended. */
export const runsLogs: AddCommand = (commands) => {
  commands
    .add<Options>(
      "runs logs",
      "show what a run has logged, also while it runs",
      async (context, { follow }, runId = "") => {
        const run = await showRunLog(context, runId, follow === true);
        context.out.note(runLine(run, context.paint));
        return follow === true && run.status !== "succeeded" ? "failed" : "done";
      },
    )
    .argument("<run>", "its id")
    .option("-f, --follow", "go on until it has ended; the exit code is 1 if it did not succeed");
};
