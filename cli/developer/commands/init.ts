import { relative, resolve } from "node:path";
import type { AddCommand } from "../commands.ts";
import { CommandError } from "../command-error.ts";
import { fileSystem } from "../project/file-system.ts";
import { settledText } from "../project/tell-settled.ts";
import { warnOnce } from "../project/workplace-of.ts";

/** `ferrule init`: makes the folder of a Project, with its files or with an example. */
export const init: AddCommand = (commands) => {
  commands
    .add("init", "make a folder of a Project, with its files or an example", async (context, _, folder) => {
      // Loading a folder needs the schemas of a Project; other commands start without them.
      const { initProject } = await import("../project/init-project.ts");
      const { client, target } = await context.signedIn();
      const project = target.project ?? (await client.getMe()).activeProject?.slug;
      if (project === undefined)
        throw new CommandError("NO_PROJECT", "The folder's Project is not known.", {
          exit: "usage",
          hint: "Name it with --project <slug>.",
        });
      const root = resolve(context.cwd, folder ?? ".");
      const address = { installation: target.address, project };
      const made = await initProject({ root, address, server: client, fs: fileSystem, warn: warnOnce(context) });
      context.out.result({ folder: root, project, ...made }, () => {
        const cd = relative(context.cwd, root) === "" ? "" : `cd ${relative(context.cwd, root)} && `;
        const next = made.isExample ? `${cd}ferrule push, then ferrule deploy` : `${cd}ferrule diff`;
        return `${settledText(made, context)}\nThis is the folder of ${project}. Go on with: ${next}`;
      });
    })
    .argument("[folder]", "a new folder; otherwise this one");
};
