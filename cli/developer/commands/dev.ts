import type { AddCommand } from "../commands.ts";
import type { DevOptions } from "../dev/develop.ts";

/** `ferrule dev`: serves the folder beside Development, again after each save. */
export const dev: AddCommand = (commands) => {
  commands
    .add<DevOptions>("dev", "serve the folder beside Development, again after each save", async (context, options) => {
      // Folders need the schemas of a Project, which other commands start without.
      const { develop } = await import("../dev/develop.ts");
      return develop(context, options);
    })
    .option("--name <name>", "the preview's name; otherwise dev- and the beginning of your address")
    .option("--once", "serve the folder once, and end")
    .option("--end", "end the preview at the end, and not 24 hours after the last change");
};
