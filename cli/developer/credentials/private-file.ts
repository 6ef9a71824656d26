import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { writeAtomically } from "@ferrule/kit/write-atomically.ts";
import { CommandError } from "../command-error.ts";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Refuses a file that others can read. Windows has no such mode: there the folder of the user's profile keeps others out. */
async function refuseShared(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  throw new CommandError(
    "CREDENTIALS_SHARED",
    `Others can read your tokens: ${path} has the mode ${(mode & 0o777).toString(8)}.`,
    {
      exit: "signedOut",
      hint: `Run \`chmod 600 ${JSON.stringify(path)}\`, and replace the tokens if somebody may have read them.`,
    },
  );
}

/**
 * Reads a file that holds what only its user may read; null if there is none.
 * @throws CommandError when others can read it
 */
export async function readPrivate(path: string): Promise<string | null> {
  try {
    await refuseShared(path);
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Replaces such a file as a whole. It has mode 600 from its first byte, and its folder 700. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writeAtomically(path, text);
}
