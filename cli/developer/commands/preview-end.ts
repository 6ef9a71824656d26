import { ApiError } from "@ferrule/contract/api-error.ts";
import type { AddCommand } from "../commands.ts";
import { givenName } from "../previews/preview-name.ts";

/** `ferrule preview end <name>`: ends a preview. One that has ended already is no failure: pipelines end them, and so does time. */
export const previewEnd: AddCommand = (commands) => {
  commands
    .add("preview end", "end a preview: its addresses return 404", async ({ client, out }, _options, given = "") => {
      const name = await givenName(given);
      const api = await client();
      let ended = true;
      try {
        await api.endPreview({ params: { name } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        ended = false;
      }
      out.result({ name, ended }, ended ? `Ended ${name}.` : `There is no preview ${name}. It has ended already.`);
    })
    .argument("<name>", "the preview's name");
};
