import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** Much longer than git takes: only one that hangs, as on a network drive that is gone, is ended. */
const longestMs = 30_000;

/**
 * What git says of a folder, without the line end; null where there is no git, or it refuses. git must not run a program that the
 * repository names, so only ask what reads.
 */
export async function askGit(
  folder: string,
  args: readonly string[],
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)("git", ["-C", folder, ...args], {
      // Windows looks for a program in the working directory first, and the folder may be anybody's.
      cwd: dirname(process.execPath),
      env: { ...env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      timeout: longestMs,
      windowsHide: true,
      signal,
    });
    return stdout.trim();
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}
