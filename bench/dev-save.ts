import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { createInterface } from "node:readline";
import { startTestPlatform } from "@ferrule/acceptance/platform.ts";
import { command, environmentOf, source, writeFolder } from "./measuring/bench-folder.ts";
import { quantile } from "./measuring/quantile.ts";

/*
 * How long `ferrule dev` takes from a save to `served`, and to an answer of the new code through the gateway, in a folder of
 * a hundred Functions of 5 KB. BENCH_FUNCTIONS and BENCH_ROUNDS scale it.
 */
const functions = Number(process.env["BENCH_FUNCTIONS"] ?? 100);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 40);
const aimMs = 300;

interface Event {
  event: string;
  status?: string;
  ms?: number;
  key?: string;
  addresses?: { url: string }[];
}

await using platform = await startTestPlatform();
const { folder, token, write } = await writeFolder(platform, functions);

const child = spawn(process.execPath, [command, "dev", "--json", "--end"], {
  cwd: folder,
  env: environmentOf(platform, folder, token),
  stdio: ["ignore", "pipe", "inherit"],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
async function next(event: string): Promise<Event> {
  for (;;) {
    const { value: line, done } = await lines.next();
    assert.ok(done !== true, "ferrule dev has ended");
    const found = JSON.parse(line) as Event;
    if (found.event === event) return found;
  }
}

const began = performance.now();
const { key = "", addresses = [] } = await next("preview");
await next("served");
const firstMs = performance.now() - began;
const url = addresses[0]!.url.replace(/^https?:\/\/[^/]+/, platform.url);
const [saved, answered]: [number[], number[]] = [[], []];
for (let round = 1; round <= rounds; round += 1) {
  const number = (round * 7) % functions;
  const at = performance.now();
  write(`functions/f${number}.ts`, source(number, round));
  const { status } = await next("served");
  saved.push(performance.now() - at);
  assert.equal(status, "serving");
  const response = await fetch(`${url}/f${number}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ amount: 5, country: "DE" }),
  });
  const { version } = (await response.json()) as { version: number };
  answered.push(performance.now() - at);
  assert.equal(version, round);
}
child.kill("SIGINT");
await new Promise((resolve) => child.on("close", resolve));
rmSync(folder, { recursive: true, force: true });

const row = (name: string, values: readonly number[]) =>
  `| ${name} | ${Math.round(quantile(values, 0.5))} | ${Math.round(quantile(values, 0.95))} |`;
const load = loadavg()[0]!.toFixed(1);
process.stdout
  .write(`${functions} Functions, ${rounds} saves, load average ${load}; the first time took ${Math.round(firstMs)} ms.
The aim is a p50 of ${aimMs} ms from the save to served.

| from the save | p50 ms | p95 ms |
|---|---|---|
${row("to served", saved)}
${row("to an answer of the new code", answered)}
`);
