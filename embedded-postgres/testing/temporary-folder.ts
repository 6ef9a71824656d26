import { chmodSync, mkdtempSync, rmSync } from "node:fs";

/** A folder that other users can search; it lasts as long as this test process. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(`/tmp/ferrule-postgres-${purpose}-`);
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All launches of a test process share one, so that copied programs are copied once. */
export const systemDir = temporaryFolder("system");
