import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import test from "node:test";
import { settings } from "@ferrule/contract/settings.ts";

const ferrule = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });

test("config lists every setting", () => {
  const { stdout, status } = ferrule(["config"]);
  assert.equal(status, 0);
  for (const name of Object.keys(settings)) assert.match(stdout, new RegExp(`^${name}$`, "m"));
});

test("config check accepts a development machine", () => {
  assert.equal(ferrule(["config", "check"]).status, 0);
});

test("config check names every problem of every role at once, and no value", () => {
  const env = {
    NODE_ENV: "production",
    PUBLIC_URL: "http://localhost",
    SESSION_SECRET: "tiny-value",
    DEMO_MODE: "true",
  };
  const { stderr, status } = ferrule(["config", "check"], env);
  assert.equal(status, 1);
  for (const name of [
    "PUBLIC_URL",
    "SESSION_SECRET",
    "ENCRYPTION_KEYS",
    "INTERNAL_API_TOKEN",
    "WORKER_API_TOKEN",
    "DATABASE_URL",
    "DEMO_MODE",
  ]) {
    assert.match(stderr, new RegExp(`${name}: `));
  }
  for (const role of ["gateway", "control-plane", "worker"])
    assert.match(stderr, new RegExp(`configuration of ${role} has`));
  assert.ok(!stderr.includes("tiny-value") && !stderr.includes("http://localhost"));
});

test("an unknown command is refused with the usage", () => {
  const { stderr, status } = ferrule(["deploy-everything"]);
  assert.equal(status, 2);
  assert.match(stderr, /unknown command[\s\S]*--help/);
});
