import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

/**
 * Records each call as a line of JSON, and prints what `ferrule diff` and `ferrule preview serve` would print. It ends
 * with 1 if `STAND_IN_FAILS` names one of its arguments.
 */
const standIn = (name: string, log: string) => `#!${process.execPath}
require("node:fs").appendFileSync(${JSON.stringify(log)}, JSON.stringify([${JSON.stringify(name)}, ...process.argv.slice(2)]) + "\\n");
if (process.argv.includes("diff")) console.log("functions/say-hello.ts: changed\\n+ a line");
if (process.argv.includes("--comment")) console.log("### Preview pr-7");
if (process.argv.includes(process.env.STAND_IN_FAILS)) process.exitCode = 1;
`;

/**
 * Runs the script of a job as a forge does, with stand-ins for programs that use the network: npx, gh and curl.
 * @returns each call, the comment that the job wrote, and the exit code
 */
export async function runPipeline(script: string, env: Record<string, string>) {
  const parent = mkdtempSync(join(tmpdir(), "ferrule-pipeline-"));
  const [bin, checkout, log] = [join(parent, "bin"), join(parent, "checkout"), join(parent, "calls")];
  try {
    for (const folder of [bin, checkout]) mkdirSync(folder);
    writeFileSync(log, "");
    for (const name of ["npx", "gh", "curl"]) {
      const file = join(bin, name);
      writeFileSync(file, standIn(name, log));
      chmodSync(file, 0o755);
    }
    const path = [bin, process.env["PATH"] ?? ""].join(delimiter);
    const options = { cwd: checkout, env: { ...env, PATH: path }, timeout: 60_000 };
    const code = await promisify(execFile)("bash", ["-eu", "-o", "pipefail", "-c", script], options).then(
      () => 0,
      (error: { code?: unknown }) => {
        if (typeof error.code === "number") return error.code;
        throw error;
      },
    );
    const calls = readFileSync(log, "utf8").split("\n").filter(Boolean);
    const comment = join(checkout, "comment.md");
    return {
      calls: calls.map((line) => JSON.parse(line) as string[]),
      code,
      comment: existsSync(comment) ? readFileSync(comment, "utf8") : null,
    };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
