import { relative } from "node:path";
import { CommandError } from "../command-error.ts";
import type { Context } from "../context/context.ts";
import { nearestProjectFile } from "../context/nearest-project-file.ts";
import type { Finding } from "./finding.ts";

/** Whether there is a readable `ferrule.yaml`. */
export async function checkProjectFile({ cwd }: Context): Promise<Finding> {
  const check = "ferrule.yaml";
  try {
    const file = await nearestProjectFile(cwd);
    if (file === null) return { check, state: "good", found: "none here; it is needed only for a Project as files" };
    const said = `${file.project ?? "no project"} at ${file.installation ?? "no installation"}`;
    return { check, state: "good", found: `${relative(cwd, file.path)}: ${said}` };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { check, state: "wrong", found: error.message, hint: error.hint };
  }
}
