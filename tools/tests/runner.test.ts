import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, test } from "node:test";

const runner = join(import.meta.dirname, "..", "test.ts");
const head = `import assert from "node:assert/strict";\nimport { test } from "node:test";\n`;
const forever = "new Promise(() => setInterval(() => {}, 1_000))";

/** Runs test files in a separate folder with the real runner; returns its output and exit code. */
async function runFiles(files: Record<string, string>, ...options: string[]) {
  using folder = mkdtempDisposableSync(join(tmpdir(), "ferrule-runner-"));
  const paths = Object.entries(files).map(([name, body]) => {
    const path = join(folder.path, `${name}.test.mjs`);
    writeFileSync(path, body);
    return path;
  });
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const child = spawn(process.execPath, [runner, ...options, ...paths], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit") as Promise<[number | null]>;
  const printed = await text(child.stdout);
  const [code] = await ended;
  const told = (word: string) =>
    [...printed.matchAll(new RegExp(`^${word}: \\S*?(\\w+)\\.test\\.mjs`, "gm"))]
      .map((match) => match[1] ?? "")
      .toSorted((one, other) => one.localeCompare(other));
  return { code, printed, red: told("Red"), flaky: told("Flaky"), last: printed.trimEnd().split("\n").at(-1) };
}

const green = `${head}test("is green", () => {});\n`;

describe("npm test", { concurrency: 3, timeout: 900_000 }, () => {
  // It comes first, because it waits the longest.
  test("ends a test that never ends, also one that never yields, and names its file", async () => {
    const { code, red } = await runFiles(
      {
        green,
        endless: `${head}test("never ends", () => ${forever});\n`,
        busy: `${head}test("never yields", () => { for (;;); });\n`,
        lingering: `${head}test("leaves a timer", () => void setInterval(() => {}, 1_000));\n`,
      },
      "--timeout=4",
      // It does not repeat a failed file.
      "--long",
    );
    assert.deepEqual([code, red], [1, ["busy", "endless", "lingering"]]);
  });

  test("runs one test or suite of a file, and says when there is none", async () => {
    const file = `${head}import { describe } from "node:test";
const open = setInterval(() => {}, 1_000);
describe("make", () => { test("is made", () => {}); test("makeAgain: is made again", () => {}); });
test("make: works", () => {});
test("makeAgain: fails", () => assert.fail());
test("and the end", () => clearInterval(open));\n`;
    const [one, none] = await Promise.all([
      runFiles({ file }, "--only=make"),
      runFiles({ file }, "--only=ma", "--timeout=20"),
    ]);
    assert.deepEqual([one.code, one.red, one.last], [0, [], "3 passed, 0 failed"]);
    assert.deepEqual([none.code, none.red], [1, ["file"]]);
    assert.match(none.printed, /No test or suite of these files begins with the words ma\./);
  });

  test("is green when every test is, and says how many there were", async () => {
    const { code, red, last } = await runFiles({
      green,
      greener: `${green}test("is not run", { skip: true }, () => {});\n`,
    });
    assert.deepEqual([code, red, last], [0, [], "2 passed, 0 failed"]);
  });

  test("names a file whose test fails, that cannot be loaded, whose process is killed or ends early", async () => {
    const { code, red, flaky, last } = await runFiles({
      green,
      failing: `${head}test("fails", () => assert.equal(1, 2));\n`,
      unloadable: `import "./nothing.mjs";\n`,
      unreadable: "this is no program\n",
      killed: `${head}test("is killed", () => { process.kill(process.pid, "SIGKILL"); return ${forever}; });\n`,
      exiting: `${head}test("ends the process as if all were well", () => process.exit(0));\n`,
      stray: `${head}test("leaves an error behind", () => void setTimeout(() => { throw new Error("stray"); }));\n`,
    });
    assert.deepEqual(red, ["exiting", "failing", "killed", "stray", "unloadable", "unreadable"]);
    assert.deepEqual(flaky, []);
    assert.equal(code, 1);
    assert.match(last ?? "", /^\d+ passed, 6 failed$/);
  });

  test("stays red for a file that passes at a second try, and names it as flaky", async () => {
    const marker = JSON.stringify(join(tmpdir(), `ferrule-flaky-${process.pid}-${Date.now()}`));
    const { code, red, flaky, last } = await runFiles({
      green,
      flaky: `${head}import { existsSync, rmSync, writeFileSync } from "node:fs";
test("fails the first time", () => {
  if (existsSync(${marker})) return rmSync(${marker});
  writeFileSync(${marker}, "");
  assert.fail("for the first time");
});\n`,
    });
    assert.deepEqual([code, red, flaky, last], [1, ["flaky"], ["flaky"], "1 passed, 1 failed"]);
  });

  test("is red for a requirement whose test was skipped, or that is claimed outside a test", async () => {
    const from = JSON.stringify(join(import.meta.dirname, "../../acceptance/verifies.ts"));
    // The text is assembled here, so that this file itself makes no claim.
    const verifies = "verifies";
    const claim = (body: string) => `${head}import { verifies } from ${from};\n${body}\n`;
    const { code, printed, red, last } = await runFiles({
      held: claim(`test("holds", () => { ${verifies}("rules.csrf"); });`),
      skipped: claim(`test("is skipped", { skip: true }, () => { ${verifies}("rules.roles"); });`),
      late: claim(`test("skips itself", (t) => { ${verifies}("rules.audit"); t.skip(); });`),
      outside: claim(`${verifies}("rules.validate");\ntest("is green", () => {});`),
    });
    const unproven = [...printed.matchAll(/^Unproven: \S*?(\w+)\.test\.mjs claims (\S+),/gm)].map((match) =>
      match.slice(1),
    );
    assert.deepEqual(unproven, [
      ["skipped", "rules.roles"],
      ["late", "rules.audit"],
      ["outside", "rules.validate"],
    ]);
    assert.deepEqual([code, red], [1, []]);
    assert.match(last ?? "", /^\d+ passed, 3 failed$/);
  });

  test("is red when there is nothing to run", async () => {
    const { code, last } = await runFiles({ empty: "export {};\n" });
    assert.deepEqual([code, last], [1, "0 passed, 0 failed"]);
  });
});
