import type { AddCommand } from "../../commands.ts";
import { environmentOption, type EnvironmentOption } from "../../options/environment-option.ts";
import { functionNamed } from "../../server/function-named.ts";

/** `ferrule runs resume <function>`: lets the runs of a paused Function go on. */
export const runsResume: AddCommand = (commands) => {
  commands
    .add<EnvironmentOption>(
      "runs resume",
      "let the runs of a paused Function go on",
      async ({ client, out }, { env }, slug = "") => {
        const api = await client();
        const { id: functionId } = await functionNamed(api, slug);
        const answer = await api.resumeRuns({ params: { functionId }, body: { environment: env } });
        out.result(answer, `The runs of ${slug} go on in ${env}.`);
      },
    )
    .argument("<function>", "its slug")
    .addOption(environmentOption().makeOptionMandatory());
};
