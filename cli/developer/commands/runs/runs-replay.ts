import type { AddCommand } from "../../commands.ts";
import { readInput } from "../../options/read-input.ts";
import { runLine } from "../../runs/show-run.ts";

interface Options {
  input?: string;
}

/** `ferrule runs replay <run>`: starts a new run with the same input or another one. */
export const runsReplay: AddCommand = (commands) => {
  commands
    .add<Options>(
      "runs replay",
      "start a new run with the input of this one, or another input",
      async (context, { input }, runId = "") => {
        const body = input === undefined ? {} : { input: (await readInput(context, input)) as never };
        const run = await (await context.client()).replayRun({ params: { runId }, body });
        context.out.result(run, () => runLine(run, context.paint));
      },
    )
    .argument("<run>", "its id")
    .option("-i, --input <json>", "another input: JSON, @file, or - for the standard input");
};
