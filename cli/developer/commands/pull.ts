import type { AddCommand } from "../commands.ts";
import { settledText } from "../project/tell-settled.ts";
import { workplaceOf } from "../project/workplace-of.ts";

/** `ferrule pull`: merges the server's current state into the folder. */
export const pull: AddCommand = (commands) => {
  commands.add("pull", "merge what the server has by now into the folder", async (context) => {
    // Loading a folder needs the schemas of a Project; other commands start without them.
    const { pullProject } = await import("../project/pull-project.ts");
    const settled = await pullProject(await workplaceOf(context));
    context.out.result(settled, () =>
      settled.changes.length === 0 && settled.conflicts.length === 0
        ? "The folder has everything."
        : settledText(settled, context),
    );
    return settled.conflicts.length > 0 ? "conflict" : "done";
  });
};
