import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { CommandError } from "../command-error.ts";

/** The installation and Project that `ferrule.yaml` names. */
export interface ProjectFile {
  /** An absolute path. */
  path: string;
  /** The Project's folder. */
  folder: string;
  installation: string | null;
  project: string | null;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}

function fieldsOf(path: string, text: string): Pick<ProjectFile, "installation" | "project"> {
  const wrong = (why: string, cause?: unknown) =>
    new CommandError("PROJECT_FILE_INVALID", `${path}: ${why}`, { exit: "usage", cause });
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message.split(/\r?\n/)[0]! : "is not YAML", error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("must have `installation:` and `project:`");
  const field = (name: string) => {
    const found = (value as Record<string, unknown>)[name];
    if (found === undefined || found === null) return null;
    if (typeof found !== "string") throw wrong(`\`${name}:\` must be a text`);
    return found;
  };
  return { installation: field("installation"), project: field("project") };
}

/** Looks for `ferrule.yaml` in `folder` and in the folders above it; null if there is none. */
export async function nearestProjectFile(folder: string): Promise<ProjectFile | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, "ferrule.yaml");
    const text = await readIfThere(path);
    if (text !== null) return { path, folder: at, ...fieldsOf(path, text) };
    if (at === dirname(at)) return null;
  }
}
