import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "./eventually.ts";

const root = join(import.meta.dirname, "..");

/** A checkout with nothing installed, and an `npm` that takes `seconds` to install what bootstrap.mjs needs. */
function checkout(seconds: number) {
  const folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-bootstrap-"));
  const at = (...parts: string[]) => join(folder.path, ...parts);
  copyFileSync(join(root, "bootstrap.mjs"), at("bootstrap.mjs"));
  writeFileSync(at("package-lock.json"), JSON.stringify({ packages: { "node_modules/one": { version: "1.0.0" } } }));
  writeFileSync(at("program.mjs"), `process.stdout.write("started");`);
  mkdirSync(at("bin"));
  const script = `#!/bin/sh\necho "$$" > npm.pid\nsleep ${seconds} || exit 130\nmkdir -p node_modules/.bin\nln -sf '${process.execPath}' node_modules/.bin/node\n`;
  writeFileSync(at("bin", "npm"), script, { mode: 0o755 });
  const env = { PATH: `${at("bin")}:${process.env["PATH"] ?? ""}` };
  const start = () => {
    const child = spawn(process.execPath, [at("bootstrap.mjs"), "program.mjs"], { env, detached: true });
    const output = { text: "" };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output.text += String(chunk)));
    return { child, output, closed: once(child, "close") as Promise<[number | null]> };
  };
  return { at, start, [Symbol.dispose]: () => folder.remove() };
}

test("a guard that a dead process left behind holds nobody up", async () => {
  using here = checkout(0);
  writeFileSync(here.at(".ferrule-installing"), String(spawnSync("true").pid));
  const { output, closed } = here.start();
  assert.deepEqual((await closed)[0], 0, output.text);
  assert.match(output.text, /installing packages[\s\S]*started/);
  assert.ok(!existsSync(here.at(".ferrule-installing")));
});

test("Ctrl-C during the installation ends it, and the next start installs at once", async () => {
  using here = checkout(1);
  const first = here.start();
  await eventually(async () => existsSync(here.at("npm.pid")) || undefined, 10_000);
  // A terminal sends the signal to the whole foreground group.
  process.kill(-first.child.pid!, "SIGINT");
  assert.deepEqual((await first.closed)[0], 1, first.output.text);
  assert.match(first.output.text, /was interrupted/);
  assert.ok(!existsSync(here.at(".ferrule-installing")));
  const second = here.start();
  assert.deepEqual((await second.closed)[0], 0, second.output.text);
  assert.doesNotMatch(second.output.text, /waiting/);
});

test("a second start says for which process it waits, and installs nothing again", async () => {
  using here = checkout(2);
  const [first, second] = [here.start(), here.start()];
  assert.deepEqual([(await first.closed)[0], (await second.closed)[0]], [0, 0]);
  const both = first.output.text + second.output.text;
  assert.equal(both.match(/installing packages/g)?.length, 1, both);
  const waited = Number(/waiting for process (\d+)/.exec(both)?.[1]);
  assert.ok([first.child.pid, second.child.pid].includes(waited), both);
  assert.equal(both.match(/started/g)?.length, 2);
  assert.ok(readFileSync(here.at("npm.pid"), "utf8") !== "");
});
