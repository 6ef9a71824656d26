import { cp, lchown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createLog } from "@ferrule/kit/log.ts";
import { launchPostgres } from "../launch-postgres.ts";
import { systemDir, temporaryFolder } from "./temporary-folder.ts";

let original: Promise<string> | undefined;

/**
 * Puts a stopped, provisioned database into `dataDir`, owned by `uid` (default: us), for tests that do not test its
 * creation. initdb runs once for each test file; later ones are copies.
 */
export async function seed(dataDir: string, uid?: number): Promise<void> {
  const source = await (original ??= makeOriginal());
  const home = join(dataDir, "postgres");
  await mkdir(home, { recursive: true, mode: 0o711 });
  await cp(source, join(home, "data"), { recursive: true });
  if (uid === undefined) return;
  for (const path of ["", ...(await readdir(dataDir, { recursive: true }))])
    await lchown(join(dataDir, path), uid, uid);
}

async function makeOriginal(): Promise<string> {
  const dataDir = join(temporaryFolder("seed"), "data");
  const log = createLog("test", "silent");
  const postgres = await launchPostgres({ dataDir, systemDir, log });
  await postgres.stop();
  return join(dataDir, "postgres", "data");
}
