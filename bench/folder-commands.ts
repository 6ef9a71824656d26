import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { command, environmentOf, newFolder, source, writeFolder } from "./measuring/bench-folder.ts";
import { quantile } from "./measuring/quantile.ts";

/*
 * How long `ferrule pull`, `diff` and `push` take in a folder of a thousand Functions of 5 KB, each as a process of its own
 * against real roles: first of everything, then of one changed Function. BENCH_FUNCTIONS and BENCH_ROUNDS scale it.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 1_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const aimMs = 5_000;

await using platform = await startTestPlatform();
const { folder, project, token, write } = await writeFolder(platform, functions);
const other = newFolder();

/** Runs the command, and returns the milliseconds that it took. */
async function run(cwd: string, ...args: string[]): Promise<number> {
  const began = performance.now();
  const env = environmentOf(platform, folder, token);
  const child = spawn(process.execPath, [command, ...args], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0, `ferrule ${args.join(" ")} ended with ${String(code)}`);
  return performance.now() - began;
}

const first = { push: await run(folder, "push", "--yes"), init: await run(other, "init", ".", "--project", project) };
const taken = { diff: [] as number[], push: [] as number[], pull: [] as number[] };
for (let round = 1; round <= rounds; round += 1) {
  const number = (round * 7) % functions;
  write(`functions/f${number}.ts`, source(number, round));
  taken.diff.push(await run(folder, "diff"));
  taken.push.push(await run(folder, "push", "--yes"));
  taken.pull.push(await run(other, "pull"));
}
for (const one of [folder, other]) rmSync(one, { recursive: true, force: true });

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
const row = (name: string, values: readonly number[]) =>
  `| ${name} | ${seconds(quantile(values, 0.5))} | ${seconds(Math.max(...values))} |`;
process.stdout
  .write(`${functions} Functions, ${rounds} changes, load average ${loadavg()[0]!.toFixed(1)}. The first push of all took ${seconds(first.push)} s, the
first pull into another folder ${seconds(first.init)} s. The aim is ${seconds(aimMs)} s for each command.

| command, with one changed Function | median s | longest s |
|---|---|---|
${row("`ferrule diff`", taken.diff)}
${row("`ferrule push`", taken.push)}
${row("`ferrule pull`", taken.pull)}
`);
