import type { AddCommand } from "../../commands.ts";
import { environmentOption, type EnvironmentOption } from "../../options/environment-option.ts";
import { readInput } from "../../options/read-input.ts";

interface Options extends EnvironmentOption {
  data?: string;
  tenant?: string;
  run?: string;
}

/** `ferrule runs send <event>`: wakes the runs that wait for an event. */
export const runsSend: AddCommand = (commands) => {
  commands
    .add<Options>("runs send", "send an event to the runs that wait for it", async (context, options, name = "") => {
      const answer = await (
        await context.client()
      ).sendRunEvent({
        body: {
          name,
          data: (await readInput(context, options.data)) as never,
          environment: options.env,
          ...(options.tenant === undefined ? {} : { tenantId: options.tenant }),
          ...(options.run === undefined ? {} : { runId: options.run }),
        },
      });
      context.out.result(answer, answer.woken === 1 ? "Woke 1 run." : `Woke ${answer.woken} runs.`);
    })
    .argument("<event>", "its name, such as payment.paid")
    .option("-d, --data <json>", "its data: JSON, @file, or - for the standard input; {} without it")
    .addOption(environmentOption().default("development"))
    .option("--tenant <id>", "the tenant whose runs it wakes")
    .option("--run <id>", "only this run");
};
