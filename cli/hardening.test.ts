import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { hardeningItems } from "./hardening/check-hardening.ts";

const folder = mkdtempSync(join(tmpdir(), "ferrule-hardening-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const credential = (letter: string) => `${letter}0123456789abcdefghijklmnopqrstuv`;
const good = {
  DATA_DIR: folder,
  PUBLIC_URL: "https://ferrule.acme.org",
  DATABASE_URL: "postgresql://ferrule:x@db.acme.org/ferrule?sslmode=verify-full",
  REDIS_URL: `rediss://:${credential("r")}@valkey.acme.org`,
  SESSION_SECRET: credential("s"),
  ENCRYPTION_KEYS: credential("e"),
  INTERNAL_API_TOKEN: credential("i"),
  WORKER_API_TOKEN: credential("w"),
  METRICS_TOKEN: credential("m"),
  OWNER_PASSWORD: credential("o"),
  TRUSTED_PROXIES: "10.1.2.3",
  EGRESS_ALLOW_PRIVATE: "billing.internal:8443,10.20.0.0/16",
};

const openIn = (env: Record<string, string>) =>
  hardeningItems.filter(({ id, check }) => id !== "user" && check(env) !== null).map(({ id }) => id);

test("a hardened environment leaves nothing open", () => {
  assert.deepEqual(openIn(good), []);
  assert.deepEqual(openIn({ ...good, DATABASE_URL: "postgresql://ferrule@127.0.0.1/ferrule" }), []);
});

const bad: [string, Record<string, string>][] = [
  ["public-url", { PUBLIC_URL: "http://ferrule.internal" }],
  ["database-tls", { DATABASE_URL: "postgresql://ferrule:x@db.acme.org/ferrule" }],
  ["database-tls", { DATABASE_URL: "postgresql://ferrule:x@db.acme.org/ferrule?sslmode=require" }],
  ["database-tls", { DATABASE_DIRECT_URL: "postgresql://ferrule:x@db.acme.org/ferrule" }],
  ["redis-tls", { REDIS_URL: "redis://:x@valkey.acme.org" }],
  ["redis-tls", { REDIS_URL: "rediss://valkey.acme.org" }],
  ["trusted-proxies", { TRUSTED_PROXIES: "10.1.2.3, 0.0.0.0/0" }],
  ["trusted-proxies", { TRUSTED_PROXIES: "::/0" }],
  ["private-targets", { EGRESS_ALLOW_PRIVATE: "10.0.0.0/8" }],
  ["private-targets", { EGRESS_ALLOW_PRIVATE: "169.254.169.254:80" }],
  ["private-databases", { DATABASE_ALLOW_PRIVATE: "fd00::/8" }],
  ["credential-lengths", { ENCRYPTION_KEYS: `${credential("e")},short` }],
  ["distinct-credentials", { SESSION_SECRET: credential("w") }],
  ["finished-rotations", { INTERNAL_API_TOKEN: `${credential("i")},${credential("j")}` }],
  ["metrics-token", { METRICS_TOKEN: "" }],
  ["owner-password", { OWNER_PASSWORD: "rubber boots" }],
  ["node-options", { NODE_OPTIONS: "--inspect=0.0.0.0" }],
  ["node-options", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }],
  ["log-level", { LOG_LEVEL: "debug" }],
];
for (const [id, change] of bad) {
  test(`${id} is open with ${Object.keys(change).join()}`, () =>
    assert.deepEqual(openIn({ ...good, ...change }), [id]));
}

test("files of credentials that others can read, and a password that still lies there, are open", () => {
  const [secrets, owner] = [join(folder, "secrets.json"), join(folder, "owner.json")];
  writeFileSync(secrets, "{}", { mode: 0o600 });
  assert.deepEqual(openIn(good), []);
  chmodSync(secrets, 0o640);
  writeFileSync(owner, "{}", { mode: 0o600 });
  assert.deepEqual(openIn(good), ["file-modes", "generated-password"]);
  for (const path of [secrets, owner]) rmSync(path);
});

test("the page has each line of the checklist, and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/hardening.md"), "utf8");
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, id = ""]) => id);
  const asked = ["database-role", "records-role", "database-public", "database-tls-in-use"];
  assert.deepEqual(headings.toSorted(), [...hardeningItems.map(({ id }) => id), ...asked].sort());
});

test("the command prints names and no value, and ends with 1 while a line is open", () => {
  const run = (env: object) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "main.ts"), "config", "check", "--hardening", "worker"], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...good, ...env },
    });
  const hardened = run({});
  assert.deepEqual([hardened.status, /OPEN/.test(hardened.stdout)], [0, false], hardened.stdout + hardened.stderr);
  const open = run({ WORKER_API_TOKEN: good.INTERNAL_API_TOKEN, LOG_LEVEL: "debug" });
  assert.equal(open.status, 1);
  assert.match(open.stdout, /^OPEN {2}distinct-credentials: INTERNAL_API_TOKEN and WORKER_API_TOKEN have/m);
  assert.ok(!open.stdout.includes(good.INTERNAL_API_TOKEN));
});
