import type { AddCommand } from "../../commands.ts";
import { environmentOption, type EnvironmentOption } from "../../options/environment-option.ts";
import { functionNamed } from "../../server/function-named.ts";

/** `ferrule runs pause <function>`: lets no attempt of a Function's runs begin until somebody resumes them. */
export const runsPause: AddCommand = (commands) => {
  commands
    .add<EnvironmentOption>(
      "runs pause",
      "let no attempt of a Function's runs begin",
      async ({ client, out }, { env }, slug = "") => {
        const api = await client();
        const { id: functionId } = await functionNamed(api, slug);
        const answer = await api.pauseRuns({ params: { functionId }, body: { environment: env } });
        out.result(answer, `The runs of ${slug} wait in ${env} until you resume them.`);
      },
    )
    .argument("<function>", "its slug")
    .addOption(environmentOption().makeOptionMandatory());
};
