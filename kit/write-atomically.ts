import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/**
 * Replaces a file as a whole. Any reader, and any crash of the process, sees either the old content or the new. `sync:
 * false` is for files that their reader verifies: after a crash of the machine, such a file may be empty.
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  { sync = true, mode = 0o600 }: { sync?: boolean; mode?: number } = {},
): Promise<void> {
  const partial = `${path}.${process.pid}.${randomBytes(6).toString("hex")}.part`;
  try {
    const file = await open(partial, "wx", mode);
    try {
      await file.writeFile(content);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
