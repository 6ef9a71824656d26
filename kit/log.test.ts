import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const program = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, "log.ts"))};
  const log = createLog("test");
  log.info("begun");
  process.on("disconnect", () => setTimeout(() => {
    log.error("said to nobody");
    log.fatal("said to nobody");
    process.exit(3);
  }, 20));
`;

test("a process whose reader has gone logs into nothing and still ends", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal)));
  const begun = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (line: Buffer) => resolve(line.toString())),
  );
  assert.match(begun, /"role":"test".*"msg":"begun"/);
  child.stdout?.destroy();
  child.disconnect();
  const killer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  assert.equal(await ended, 3);
  clearTimeout(killer);
});
