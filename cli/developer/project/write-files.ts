import { createHash, randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import { fileBytes } from "../../folder/contents/file-text.ts";
import { codeOf, type FileSystem } from "./file-system.ts";
import { FolderError } from "./folder-error.ts";

/** The place of the folder's own state; its .gitignore keeps it out of git. */
export const stateFolder = ".ferrule";
const journalPath = `${stateFolder}/journal.json`;

const segment = String.raw`(?!\.{1,2}(?:/|$))[^/\\:\0]+`;
const step = z.object({
  path: z.string().regex(new RegExp(`^${segment}(?:/${segment})*$`)),
  /** Name of the staged file; null: delete the file. */
  staged: z.string().regex(/^\d+$/).nullable(),
  /** SHA-256 of the file to replace; null: there is none. */
  before: z.string().nullable(),
});
/** We read it strictly, because it says which files to move and may have come with a clone. */
const journal = z.object({ staging: z.string().regex(/^\.ferrule\/staged-[0-9a-f-]+$/), steps: z.array(step) });
type Step = z.infer<typeof step>;
type Journal = z.infer<typeof journal>;

const digestOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Null if there is none. */
const statOf = (fs: FileSystem, file: string) =>
  fs.lstat(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });

/** @throws FolderError when a path leads through a symbolic link, and so perhaps out of the folder */
async function requireInside(root: string, path: string, fs: FileSystem): Promise<string> {
  const parts = path.split("/");
  for (let to = 1; to <= parts.length; to += 1) {
    const at = join(root, ...parts.slice(0, to));
    const stats = await statOf(fs, at);
    if (stats === null) break;
    if (stats.isSymbolicLink())
      throw new FolderError(
        `${parts.slice(0, to).join("/")} is a symbolic link. Ferrule writes only inside of the folder.`,
      );
  }
  return join(root, ...parts);
}

/** The file was changed after we read it: read it again, and decide again. */
export class FileChanged extends Error {}

async function heldDigest(fs: FileSystem, file: string): Promise<string | null> {
  try {
    return digestOf(await fs.readFile(file));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Changes several files of a folder so that a kill at any moment leaves all of them changed or none, once
 * `finishWriting` has run. It stages new texts beside the folder's state, names them in a journal, then moves them into
 * place. The last change in the list is made last.
 * @param before the texts from which the changes were computed, by path
 * @throws FileChanged when a file has changed since; then this changes nothing
 * @throws FolderError when the disk is full; then this changes nothing
 */
export async function writeFiles(
  root: string,
  { changes, before }: { changes: ReadonlyMap<string, string | null>; before: ReadonlyMap<string, string> },
  fs: FileSystem,
): Promise<void> {
  if (changes.size === 0) return;
  const staging = `${stateFolder}/staged-${randomUUID()}`;
  await ensureState(root, fs);
  try {
    await fs.mkdir(join(root, staging));
    const steps: Step[] = [];
    for (const [path, text] of changes) {
      const held = await heldDigest(fs, await requireInside(root, path, fs));
      const known = before.get(path);
      const expected = known === undefined ? null : digestOf(fileBytes(known));
      if (!path.startsWith(`${stateFolder}/`) && held !== expected) throw new FileChanged(path);
      const staged = text === null ? null : String(steps.length);
      if (staged !== null) await fs.writeFile(join(root, staging, staged), fileBytes(text!));
      steps.push({ path, staged, before: held });
    }
    await fs.writeFile(join(root, staging, "journal"), JSON.stringify({ staging, steps } satisfies Journal));
    await fs.rename(join(root, staging, "journal"), join(root, journalPath));
  } catch (error) {
    await fs.rm(join(root, staging), { recursive: true, force: true }).catch(() => undefined);
    if (codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT")
      throw new FolderError("The disk is full. Nothing has changed in the folder.", { cause: error });
    throw error;
  }
  await finishWriting(root, fs);
}

/** The folder's own state, which git ignores. */
export async function ensureState(root: string, fs: FileSystem): Promise<void> {
  await requireInside(root, stateFolder, fs);
  await fs.mkdir(join(root, stateFolder), { recursive: true });
  await fs.writeFile(join(root, stateFolder, ".gitignore"), "*\n");
}

async function readJournal(root: string, fs: FileSystem): Promise<Journal | null> {
  let text: string;
  try {
    text = await fs.readFile(join(root, journalPath), "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    return journal.parse(JSON.parse(text));
  } catch (error) {
    throw new FolderError(`${journalPath} is not one that ferrule wrote. Delete it.`, { cause: error });
  }
}

/**
 * Moves one file into place, unless that has happened already. Whether it may move: nobody has edited the file since.
 */
async function takeStep(root: string, { staging }: Journal, step: Step, fs: FileSystem): Promise<boolean> {
  const file = await requireInside(root, step.path, fs);
  const staged = step.staged === null ? null : join(root, staging, step.staged);
  const held = await heldDigest(fs, file);
  if (staged !== null && (await statOf(fs, staged)) === null) return true;
  if (staged === null && held === null) return true;
  if (held !== step.before) return false;
  if (staged === null) {
    await fs.rm(file);
    return true;
  }
  await fs.mkdir(dirname(file), { recursive: true });
  await fs.rename(staged, file);
  return true;
}

/**
 * Finishes the writes of a command that was interrupted. If somebody has edited one of the files since, it drops the
 * rest. The next pull then merges the files that are in place again, from the earlier state.
 */
export async function finishWriting(root: string, fs: FileSystem): Promise<void> {
  const found = await readJournal(root, fs);
  if (found !== null) {
    for (const one of found.steps) if (!(await takeStep(root, found, one, fs))) break;
    await fs.rm(join(root, journalPath), { force: true });
    await fs.rm(join(root, found.staging), { recursive: true, force: true });
  }
  const left = await fs.readdir(join(root, stateFolder)).catch(() => []);
  for (const name of left)
    if (name.startsWith("staged-")) await fs.rm(join(root, stateFolder, name), { recursive: true, force: true });
}
