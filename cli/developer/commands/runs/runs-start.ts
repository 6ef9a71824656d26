import type { AddCommand } from "../../commands.ts";
import { countOf } from "../../options/count-of.ts";
import { environmentOption, type EnvironmentOption } from "../../options/environment-option.ts";
import { readInput } from "../../options/read-input.ts";
import { followRun } from "../../runs/follow-run.ts";
import { runLine, runText } from "../../runs/show-run.ts";
import { functionNamed } from "../../server/function-named.ts";

interface Options extends EnvironmentOption {
  input?: string;
  tenant?: string;
  key?: string;
  delay?: number;
  wait?: boolean;
}

/** `ferrule runs start <function>`: starts a run of what an environment serves. */
export const runsStart: AddCommand = (commands) => {
  commands
    .add<Options>("runs start", "start a run of a durable Function", async (context, options, slug = "") => {
      const api = await context.client();
      const [input, { id: functionId }] = [await readInput(context, options.input), await functionNamed(api, slug)];
      const run = await api.startRun({
        body: {
          functionId,
          environment: options.env,
          input: input as never,
          ...(options.tenant === undefined ? {} : { tenantId: options.tenant }),
          ...(options.key === undefined ? {} : { key: options.key }),
          ...(options.delay === undefined ? {} : { delaySeconds: options.delay }),
        },
      });
      if (options.wait !== true) {
        context.out.result(run, () => runLine(run, context.paint));
        return "done";
      }
      context.out.note(runLine(run, context.paint));
      const ended = await followRun(context, run.id);
      context.out.result(ended, () => runText(ended, context.paint));
      return ended.status === "succeeded" ? "done" : "failed";
    })
    .argument("<function>", "its slug")
    .option("-i, --input <json>", "the input: JSON, @file, or - for the standard input; {} without it")
    .addOption(environmentOption("what this environment serves").default("development"))
    .option("--tenant <id>", "the tenant that it runs for")
    .option("--key <key>", "runs of the Function with the same key are one")
    .option("--delay <seconds>", "begin later", countOf(30 * 86_400))
    .option("--wait", "wait until it has ended; the exit code is 1 if it did not succeed");
};
