import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";

/** Test files to run on other servers than those of `npm test`. */
export interface Suite {
  name: string;
  /** Patterns below the repository's root. */
  files: readonly string[];
  /** Files among them that start their own server. */
  without?: readonly string[];
  env: Record<string, string>;
}

const root = join(import.meta.dirname, "../..");

/** Runs a suite with the tests' own runner, with its output on this terminal; a skipped test counts as failed. */
export async function runSuite({ name, files, without = [], env }: Suite): Promise<{ passed: number; failed: number }> {
  const chosen = globSync([...files], { cwd: root }).filter((path) => !without.includes(path));
  const runner = [join(root, "tools/test.ts"), ...chosen.toSorted()];
  const child = spawn(process.execPath, runner, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-200_000);
    process.stdout.write(text);
  });
  const [code] = (await once(child, "close")) as [number | null];
  const skipped = Number(/^(\d+) skipped$/m.exec(said)?.[1] ?? 0);
  const [, passed = "0", failed = "0"] = /^(\d+) passed, (\d+) failed$/m.exec(said) ?? [];
  const all = Number(failed) + skipped;
  const bad = code === 0 ? all : Math.max(all, 1);
  process.stdout.write(`${bad === 0 ? "ok    " : "FAILED"}  ${name}: ${passed} passed, ${bad} failed\n`);
  return { passed: Number(passed), failed: bad };
}
