import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

const folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** The path of a program of the platform. Undefined when it is missing. */
export function findTool(name: string): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether the command works here. It is run with `program` (and its arguments) appended. */
export function works(command: string[], program = [findTool("true") ?? "true"]): Promise<boolean> {
  const [file, ...args] = [...command, ...program];
  return new Promise((resolve) => {
    execFile(file!, args, { env: {}, timeout: 10_000 }, (error) => resolve(error === null));
  });
}

/** The first candidate that works here. */
export async function firstThatWorks(candidates: string[][]): Promise<string[] | undefined> {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
}
