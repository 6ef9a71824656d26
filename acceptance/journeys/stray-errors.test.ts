import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform } from "../platform.ts";

const injector = pathToFileURL(join(import.meta.dirname, "..", "stray-errors.mjs")).href;

describe("an error that nobody has handled", () => {
  const platform = duringTests(() => startTestPlatform({ env: { NODE_OPTIONS: `--import=${injector}` } }));

  const roles = () => ({
    gateway: platform.gateway,
    "control-plane": platform.controlPlane,
    "worker-1": platform.workers[0]!,
  });
  const logOf = (name: string) => readFileSync(join(platform.dataDir, "logs", `${name}.log`), "utf8");
  const isReady = async () => {
    const missing = await missingBehind(`http://127.0.0.1:${platform.port}`).catch(() => ["gateway"]);
    return missing.length === 0 ? true : undefined;
  };

  for (const name of ["gateway", "control-plane", "worker-1"] as const) {
    test(`is logged by the ${name}, which goes on, when it is a rejection`, async () => {
      const { pid } = roles()[name];
      for (let n = 0; n < 3; n++) process.kill(pid!, "SIGUSR2");
      await eventually(async () => (logOf(name).includes("nobody handles this") ? true : undefined), 10_000);
      await eventually(isReady, 10_000);
      assert.equal(roles()[name].pid, pid);
    });

    test(`ends the ${name} in order when it was thrown, and its supervisor starts it again`, async () => {
      const { pid } = roles()[name];
      process.kill(pid!, "SIGWINCH");
      await eventually(async () => {
        const now = roles()[name].pid;
        return now !== undefined && now !== pid ? true : undefined;
      }, 30_000);
      assert.match(logOf(name), /nobody catches this/);
      assert.match(logOf(name), /"draining"/);
      await eventually(isReady, 30_000);
    });
  }
});
