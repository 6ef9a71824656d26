import type { Environment } from "@ferrule/contract/states.ts";
import type { AddCommand } from "../../commands.ts";
import { CommandError } from "../../command-error.ts";
import { addRunFilters, type RunFilters, runQueryOf } from "../../runs/filters.ts";

interface Options extends RunFilters {
  env: Environment;
  yes?: boolean;
}

/** `ferrule runs retry-failed`: lets all runs go on that failed or expired and fit the filters. */
export const runsRetryFailed: AddCommand = (commands) => {
  const command = commands.add<Options>(
    "runs retry-failed",
    "let the runs go on that failed or expired, with the results of their steps; redeliver deliveries, run crons again",
    async ({ client, out, ask }, options) => {
      const api = await client();
      const query = { ...(await runQueryOf(api, options)), environment: options.env };
      const { mode } = options;
      const counted = await api.countRuns({ query: mode === undefined ? query : { ...query, mode } });
      const { failed, expired } = counted.counts;
      const count = failed.count + expired.count;
      const about = `${failed.atLeast || expired.atLeast ? "more than " : ""}${count}`;
      const question = `Retry ${about} runs in ${options.env}? (--yes does not ask)`;
      if (count > 0 && options.yes !== true && !(await ask.confirm(question)))
        throw new CommandError("CANCELLED", "Nothing was changed.", { exit: "cancelled" });
      // Some may fail again meanwhile, so the rounds are bounded by what was counted.
      let changed = 0;
      let more = count > 0;
      while (more && changed < count) {
        const answer = await api.retryRuns({ body: mode === undefined ? query : { ...query, modes: [mode] } });
        changed += answer.changed;
        more = answer.more && answer.changed > 0;
      }
      const rest = more ? " There are more of them: run the command again." : "";
      out.result({ changed, more }, changed === 0 ? "There are no such runs." : `${changed} runs go on.${rest}`);
    },
  );
  addRunFilters(command, "the environment")
    .option("-y, --yes", "do not ask")
    .options.find(({ long }) => long === "--env")
    ?.makeOptionMandatory();
};
