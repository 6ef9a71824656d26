import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** Much longer than git takes, so this ends git only when it hangs, for example on a network drive that is gone. */
const longestMs = 30_000;

/**
 * The output of git in a folder, without the line end; null without git, or if git fails. git must not run a program
 * that the repository names, so use only commands that read.
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
