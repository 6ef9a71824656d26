import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and those above it where missing, each with exactly `mode`; those that exist are left as they are. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await chmod(made, mode);
}
