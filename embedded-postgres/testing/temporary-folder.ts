import { chmodSync, mkdtempSync, rmSync } from "node:fs";

/** A folder for as long as this test process runs, which other users can search. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(`/tmp/ferrule-postgres-${purpose}-`);
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One for all launches of a test process, so that programs which had to be copied are copied once. */
export const systemDir = temporaryFolder("system");
