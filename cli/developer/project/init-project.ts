import { join } from "node:path";
import { CommandError } from "../command-error.ts";
import { singles } from "../../folder/documents.ts";
import { roomNames } from "../../folder/locate.ts";
import { agentFiles } from "./agent-files.ts";
import { codeOf, type FileSystem } from "./file-system.ts";
import { exampleFiles, firstFiles } from "./example-files.ts";
import { holdFolder } from "./hold-folder.ts";
import { settle, type Settled } from "./settle.ts";
import type { Workplace } from "./workplace.ts";
import { writeFiles } from "./write-files.ts";

/** Names of a Project's files and folders: a folder with one of them cannot become a new Project's. */
const ownNames = new Set<string>([...roomNames, ...Object.values(singles), "ferrule.yaml"]);

/** Whether nothing is at a path, nor a file or a link in place of a folder on the way to it. */
async function isFree(root: string, path: string, fs: FileSystem): Promise<boolean> {
  const parts = path.split("/");
  for (const at of parts.keys()) {
    const stats = await fs.lstat(join(root, ...parts.slice(0, at + 1))).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    });
    if (stats === null) return true;
    if (!stats.isDirectory()) return false;
  }
  return false;
}

/**
 * Turns a folder into a Project's folder, with everything that the Project has, or with an example if it is empty.
 * A file that is there already stays as it is.
 * @throws CommandError when the folder has a Project's files already
 */
export async function initProject(place: Workplace): Promise<Settled & { isExample: boolean }> {
  const { root, address, server, fs } = place;
  const held = await fs.readdir(root).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [] as string[];
    throw error;
  });
  const inTheWay = held.find((name) => ownNames.has(name));
  if (inTheWay !== undefined)
    throw new CommandError("FOLDER_NOT_EMPTY", `${inTheWay} is in the folder already.`, {
      hint: "Choose a new folder, or run `ferrule pull` if this is the Project's.",
    });
  await fs.mkdir(root, { recursive: true });
  return holdFolder(root, fs, async () => {
    const remote = await server.getProjectSource();
    const { source } = remote;
    const isExample = source.functions.length === 0 && source.endpoints.length === 0;
    const { installation, project } = address;
    const own = [...firstFiles(installation, project), ...agentFiles(installation), ...(isExample ? exampleFiles : [])];
    const free = await Promise.all(own.map(([path]) => isFree(root, path, fs)));
    const changes = new Map(own.filter((_, at) => free[at]));
    await writeFiles(root, { changes, before: new Map() }, fs);
    // There is no common base, so the Project's files come in, and the example counts as the folder's own edit.
    const settled = await settle(place, new Map(), remote);
    const created = [...changes.keys()].map((path) => ({ path, change: "created" as const }));
    return { isExample, changes: [...created, ...settled.changes], conflicts: settled.conflicts };
  });
}
