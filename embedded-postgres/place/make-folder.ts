import { chmod, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and its missing parents, each with exactly `mode`; existing ones stay as they are. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = path; made.length >= firstMade.length; made = dirname(made)) await chmod(made, mode);
}
