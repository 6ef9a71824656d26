import { accessSync, constants, mkdirSync } from "node:fs";
import { resolve } from "node:path";

/** A failure that one sentence explains; the supervisor prints it and exits 1. */
export class StartError extends Error {
  override name = "StartError";
}

/**
 * The absolute path of the data folder, created if missing (mode 700, as root 711).
 * @throws StartError when it cannot be created or written
 */
export function openDataDir(path: string, root: string): string {
  const dataDir = resolve(root, path);
  try {
    // As root, the database runs as another user, who must be able to traverse the folder; every file in it is private.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw new StartError(`The data folder ${dataDir} cannot be written (${code}). Set DATA_DIR to a folder that can.`, {
      cause,
    });
  }
  return dataDir;
}
