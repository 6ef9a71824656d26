import type { AddCommand } from "../../commands.ts";
import { runLine } from "../../runs/show-run.ts";

/** `ferrule runs cancel <run>`: ends a run with its children. */
export const runsCancel: AddCommand = (commands) => {
  commands
    .add("runs cancel", "end a run with its children", async ({ client, out, paint }, _options, runId = "") => {
      const run = await (await client()).cancelRun({ params: { runId } });
      out.result(run, () => runLine(run, paint));
    })
    .argument("<run>", "its id");
};
