import { join } from "node:path";
import { projectSource, type ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { z } from "zod";
import { codeOf, type FileSystem } from "./file-system.ts";
import { stateFolder } from "./write-files.ts";

/** Where a folder keeps it. */
export const basePath = `${stateFolder}/base.json`;

const stored = z.object({
  format: z.literal(1),
  installation: z.string(),
  project: z.string(),
  digest: z.string(),
  source: projectSource,
});

/** A Project's source as it was when the folder last matched it. */
export interface BaseState {
  digest: string;
  source: ProjectSource;
}

/** The installation and Project of a folder. */
export interface Address {
  installation: string;
  project: string;
}

/** Null if the folder has none for this Project: it was never pulled here, or belongs to another Project. */
export async function readBase(
  root: string,
  { installation, project }: Address,
  fs: FileSystem,
): Promise<BaseState | null> {
  let text: string;
  try {
    text = await fs.readFile(join(root, basePath), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { success, data } = stored.safeParse(value);
  return success && data.installation === installation && data.project === project ? data : null;
}

/** The change that stores a new base. It must be the last one, since the base is true only after all others. */
export const baseChange = (address: Address, { digest, source }: BaseState): [path: string, text: string] => [
  basePath,
  JSON.stringify({ format: 1, ...address, digest, source }),
];
