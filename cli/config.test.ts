import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { settings } from "@ferrule/contract/settings/settings.ts";

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

const tokens = {
  SESSION_SECRET: "a-long-value-of-the-session-0123456789",
  ENCRYPTION_KEYS: "a-long-value-of-the-keys-0123456789",
  INTERNAL_API_TOKEN: "a-long-value-of-the-gateway-0123456789",
  WORKER_API_TOKEN: "a-long-value-of-the-workers-0123456789",
};
const check = (role: string, env: Record<string, string>) => ferrule(["config", "check", role], { ...tokens, ...env });

test("config check says which setting a misspelled name means, and lets other programs' names be", () => {
  const foreign = {
    HOSTNAME: "a",
    HOME: "/root",
    PORTS: "1",
    FTP_PROXY: "http://p",
    ALL_PROXY: "http://p",
    no_proxy: "x",
  };
  const { stderr, status } = check("gateway", { WORKER_URL: "http://w:8083", TRUSTED_PROXY: "10.0.0.0/8", ...foreign });
  assert.equal(status, 1);
  assert.match(stderr, /^WORKER_URL: is not a setting. Did you mean WORKER_URLS\?$/m);
  assert.match(stderr, /^WORKER_URLS: is missing/m);
  assert.doesNotMatch(stderr, /HOSTNAME|HOME|FTP_PROXY|ALL_PROXY|no_proxy|w:8083/);
  assert.equal(check("gateway", { WORKER_URLS: "http://w:8083", ...foreign }).status, 0);
});

test("config check finds equal ports and equal credentials, also among those that are being replaced", () => {
  const { stderr, status } = check("control-plane", {
    PORT: "8081",
    ENCRYPTION_KEYS: `another-key-of-the-keys-012345,${tokens.SESSION_SECRET}`,
    METRICS_TOKEN: tokens.INTERNAL_API_TOKEN,
  });
  assert.equal(status, 1);
  assert.match(stderr, /^INTERNAL_PORT: is the same as PORT/m);
  assert.match(stderr, /^ENCRYPTION_KEYS: is the same as SESSION_SECRET/m);
  assert.match(stderr, /^METRICS_TOKEN: is the same as INTERNAL_API_TOKEN/m);
  assert.doesNotMatch(stderr, /0123456789/);
});

test("config check finds a password that ends an address early", () => {
  for (const password of ["pa#ss", "pa/ss", "pa?ss"]) {
    const { stderr, status } = check("control-plane", {
      DATABASE_URL: `postgres://ferrule:${password}@db:5432/ferrule`,
      REDIS_URL: `redis://:${password}@cache:6379`,
    });
    assert.equal(status, 1, password);
    assert.match(stderr, /DATABASE_URL: .*%23 for #/);
    assert.match(stderr, /REDIS_URL: .*%23 for #/);
    assert.ok(!stderr.includes(password));
  }
  const good = { DATABASE_URL: "postgres://ferrule:pa%23ss@db:5432/ferrule?sslmode=verify-full" };
  assert.equal(check("control-plane", good).status, 0);
});

test("config check finds a DATA_DIR in which nothing can be kept, and makes no folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "ferrule-config-"));
  try {
    writeFileSync(join(folder, "file"), "");
    assert.match(check("worker", { DATA_DIR: join(folder, "file", "data") }).stderr, /^DATA_DIR: cannot be a folder/m);
    assert.match(check("worker", { DATA_DIR: "/proc/ferrule" }).stderr, /^DATA_DIR: cannot be written/m);
    assert.equal(check("worker", { DATA_DIR: join(folder, "new", "data") }).status, 0);
    assert.deepEqual(readdirSync(folder), ["file"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an unknown command is refused with the usage", () => {
  const { stderr, status } = ferrule(["deploy-everything"]);
  assert.equal(status, 2);
  assert.match(stderr, /unknown command[\s\S]*--help/);
});
