import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";
import { fileSystem } from "./file-system.ts";
import { problemLine } from "./folder-error.ts";
import type { Workplace } from "./workplace.ts";

/** Prints each warning once, however often a command reads the folder. */
export function warnOnce({ out, paint }: Context): Workplace["warn"] {
  const told = new Set<string>();
  return (problems) => {
    for (const line of problems.map(problemLine)) {
      if (!told.has(line)) out.note(paint.yellow(plain(line)));
      told.add(line);
    }
  };
}

/**
 * The folder of a command, and its Project.
 * @throws CommandError if there is no ferrule.yaml, or it names no Project
 */
export async function workplaceOf(context: Context): Promise<Workplace> {
  const { address, project, file } = await context.target();
  if (file === null)
    throw new CommandError("NO_PROJECT_FOLDER", "There is no ferrule.yaml here or in a folder above.", {
      exit: "usage",
      hint: "Go to the folder of a Project, or make one with `ferrule init`.",
    });
  if (project === null)
    throw new CommandError("NO_PROJECT", `${file.path} names no Project.`, {
      exit: "usage",
      hint: "Add `project: <slug>` to it.",
    });
  const { checkProjectFile } = await import("./reading/check-project-file.ts");
  checkProjectFile(await fileSystem.readFile(file.path, "utf8"));
  return {
    root: file.folder,
    address: { installation: address, project },
    server: await context.client(),
    fs: fileSystem,
    warn: warnOnce(context),
  };
}
