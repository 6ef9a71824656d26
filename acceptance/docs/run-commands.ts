import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const mark = (at: number) => `@@ ${at} @@`;

/**
 * Runs shell blocks in order in `folder`, in one bash that stops at the first command that fails. Returns each block's
 * standard output. @throws with bash's output when a command fails
 */
export async function runCommands(
  blocks: readonly string[],
  folder: string,
  env: Record<string, string>,
): Promise<string[]> {
  const script = join(folder, "commands.sh");
  const marked = blocks.map((block, at) => `printf '\\n${mark(at)}\\n'\n${block}`);
  writeFileSync(script, ["set -eu -o pipefail", ...marked].join("\n"));
  const { stdout } = await promisify(execFile)("bash", [script], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, TMPDIR: folder, ...env },
    timeout: 120_000,
  });
  return blocks.map((_, at) => {
    const begin = stdout.indexOf(mark(at)) + mark(at).length;
    const next = stdout.indexOf(mark(at + 1));
    return stdout.slice(begin, next === -1 ? undefined : next).trim();
  });
}
