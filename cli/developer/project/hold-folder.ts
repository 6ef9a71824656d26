import { rmSync } from "node:fs";
import { join } from "node:path";
import { codeOf, type FileSystem } from "./file-system.ts";
import { FolderError } from "./folder-error.ts";
import { ensureState, finishWriting, stateFolder } from "./write-files.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Runs `work` while no other command of this machine uses the folder. First it finishes what an interrupted command has
 * left.
 * @throws FolderError while another command uses it
 */
export async function holdFolder<T>(root: string, fs: FileSystem, work: () => Promise<T>): Promise<T> {
  await ensureState(root, fs);
  const path = join(root, stateFolder, "lock");
  for (;;) {
    try {
      const handle = await fs.open(path, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const holder = Number(await fs.readFile(path, "utf8").catch(() => ""));
      if (holder > 0 && isAlive(holder) && holder !== process.pid)
        throw new FolderError(
          `Another ferrule command (process ${holder}) is at work on this folder. Try again when it is done.`,
        );
      if (holder === process.pid) throw new FolderError("Another ferrule command is at work on this folder.");
      await fs.rm(path, { force: true });
    }
  }
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    await finishWriting(root, fs);
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}
