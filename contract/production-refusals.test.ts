import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test from "node:test";
import { readRoleSettings } from "./read-role-settings.ts";

const strong = () => randomBytes(24).toString("base64url");
const good = () => ({
  NODE_ENV: "production",
  PUBLIC_URL: "https://ferrule.acme.dev",
  DATABASE_URL: "postgres://ferrule@db.acme.dev/ferrule",
  SESSION_SECRET: strong(),
  ENCRYPTION_KEYS: `${strong()},${strong()}`,
  INTERNAL_API_TOKEN: strong(),
  WORKER_API_TOKEN: strong(),
  METRICS_TOKEN: strong(),
  OWNER_PASSWORD: strong(),
});

for (const reader of ["gateway", "control-plane", "worker"] as const) {
  test(`${reader} accepts a complete production configuration`, () => {
    assert.deepEqual(readRoleSettings(reader, good()).problems, []);
  });
}

test("every problem is named at once, and no value", () => {
  const env = {
    ...good(),
    PUBLIC_URL: "http://localhost:8080",
    DATABASE_URL: "",
    SESSION_SECRET: "short-value-17",
    ENCRYPTION_KEYS: `${strong()},weak`,
    INTERNAL_API_TOKEN: "",
    WORKER_API_TOKEN: "development-token-development-token",
    DEMO_MODE: "true",
    MOCK_INTEGRATION_URL: "http://mock.acme.dev",
    OWNER_PASSWORD: "",
    PORT: "eighty",
  };
  const { problems } = readRoleSettings("control-plane", env);
  assert.deepEqual(problems.map((problem) => problem.name).sort(), [
    "DATABASE_URL",
    "DEMO_MODE",
    "ENCRYPTION_KEYS",
    "INTERNAL_API_TOKEN",
    "MOCK_INTEGRATION_URL",
    "OWNER_PASSWORD",
    "PORT",
    "PUBLIC_URL",
    "SESSION_SECRET",
    "WORKER_API_TOKEN",
  ]);
  const text = JSON.stringify(problems);
  for (const value of ["short-value-17", "eighty", "development-token", "localhost", "mock.acme"])
    assert.ok(!text.includes(value), value);
});

test("a role is asked only for the credentials that it reads", () => {
  const { SESSION_SECRET, ENCRYPTION_KEYS, DATABASE_URL, WORKER_API_TOKEN, OWNER_PASSWORD, ...rest } = good();
  assert.deepEqual(readRoleSettings("gateway", rest).problems, []);
  assert.ok(SESSION_SECRET && ENCRYPTION_KEYS && DATABASE_URL && WORKER_API_TOKEN && OWNER_PASSWORD);
});

test("the embedded database is accepted in production only when it is meant", () => {
  const { DATABASE_URL, ...rest } = good();
  assert.ok(DATABASE_URL);
  assert.deepEqual(
    readRoleSettings("control-plane", rest).problems.map((problem) => problem.name),
    ["DATABASE_URL"],
  );
  assert.deepEqual(readRoleSettings("control-plane", { ...rest, EMBEDDED_DATABASE: "accept" }).problems, []);
});

for (const url of [
  "http://ferrule.acme.dev",
  "https://localhost",
  "https://127.0.0.1",
  "https://10.1.2.3",
  "https://ferrule.local",
  "https://[::1]",
  "https://intranet",
]) {
  test(`production refuses ${url} as its public URL`, () => {
    assert.deepEqual(
      readRoleSettings("gateway", { ...good(), PUBLIC_URL: url }).problems.map((problem) => problem.name),
      ["PUBLIC_URL"],
    );
  });
}

test("development needs nothing", () => {
  for (const reader of ["gateway", "control-plane", "worker", "start"] as const)
    assert.deepEqual(readRoleSettings(reader, {}).problems, []);
});

test("every role refuses demo mode and a mock integration URL", () => {
  for (const reader of ["gateway", "control-plane", "worker", "start"] as const) {
    const { problems } = readRoleSettings(reader, {
      ...good(),
      DEMO_MODE: "true",
      MOCK_INTEGRATION_URL: "http://mock",
    });
    assert.deepEqual(problems.map((problem) => problem.name).sort(), ["DEMO_MODE", "MOCK_INTEGRATION_URL"], reader);
  }
});
