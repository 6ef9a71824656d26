import type { AddCommand } from "../commands.ts";
import type { ServeOptions } from "../previews/serve-once.ts";

/** `ferrule preview serve [name]`: serves the folder once, for a pipeline. */
export const previewServe: AddCommand = (commands) => {
  commands
    .add<ServeOptions>(
      "preview serve",
      "serve the folder once beside Development; without a name, as pr-7 in the pipeline of request 7",
      async (context, options, name?: string) => {
        // Folders need the schemas of a Project, which other commands start without.
        const { serveOnce } = await import("../previews/serve-once.ts");
        return serveOnce(context, name, options);
      },
    )
    .argument("[name]", "the preview's name")
    .option("--comment", "print Markdown for a comment on the request")
    .option("--key", "make a new key of the preview, and print it");
};
