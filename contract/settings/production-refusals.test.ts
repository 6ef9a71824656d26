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

test("a database's URL names one host, and its password may have commas", () => {
  const problemsWith = (url: string) =>
    readRoleSettings("control-plane", { ...good(), DATABASE_URL: url }).problems.map(({ name }) => name);
  for (const url of [
    "postgres://f:p@db-a,db-b/ferrule?target_session_attrs=read-write",
    "postgres://f:p@db-a:5432,db-b:5432/ferrule",
    "postgres://db-a,db-b",
    "postgres:///ferrule?host=db-a,db-b",
    "postgres:///ferrule?host=db-a%2Cdb-b",
  ])
    assert.deepEqual(problemsWith(url), ["DATABASE_URL"], url);
  for (const url of [
    "postgres://f:a,b@db/ferrule",
    "postgres://f:a,b@db",
    "postgres:///ferrule?host=/run/a&application_name=a,b",
  ])
    assert.deepEqual(problemsWith(url), [], url);
});

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
  "https://0.0.0.0",
  "https://169.254.1.1",
  "https://[::1]",
  "https://[::ffff:127.0.0.1]",
  "https://[fe80::1]",
  "https://app.localhost",
  "https://ferrule.example.com",
  "https://ferrule.acme.dev/ferrule",
  "https://ada:pw@ferrule.acme.dev",
  "https://ferrule.acme.dev/?a",
  "http://10.1.2.3",
  "http://ferrule.internal",
]) {
  test(`production refuses ${url} as its public URL`, () => {
    assert.deepEqual(
      readRoleSettings("gateway", { ...good(), PUBLIC_URL: url }).problems.map((problem) => problem.name),
      ["PUBLIC_URL"],
    );
  });
}

for (const url of [
  "https://10.1.2.3",
  "https://[fd00::12]:8443",
  "https://ferrule.internal",
  "https://ferrule.local",
  "https://intranet/",
  "https://203.0.113.7",
]) {
  test(`production accepts ${url} as its public URL`, () => {
    assert.deepEqual(readRoleSettings("gateway", { ...good(), PUBLIC_URL: url }).problems, []);
  });
}

test("production accepts http on an intranet when that is meant, and nowhere else", () => {
  const problems = (url: string) =>
    readRoleSettings("gateway", { ...good(), INTRANET_HTTP: "accept", PUBLIC_URL: url }).problems.length;
  for (const url of ["http://ferrule.internal", "http://10.1.2.3:8080", "http://intranet", "http://[fd00::1]"])
    assert.equal(problems(url), 0, url);
  for (const url of ["http://ferrule.acme.dev", "http://localhost", "http://127.0.0.1", "http://8.8.8.8"])
    assert.equal(problems(url), 1, url);
});

test("several values of a credential are each looked at", () => {
  const named = (value: string) =>
    readRoleSettings("worker", { ...good(), WORKER_API_TOKEN: value }).problems.map(({ name }) => name);
  assert.deepEqual(named(`${strong()}, ${strong()}`), []);
  for (const value of [`${strong()},tiny`, `${strong()},`, ","])
    assert.deepEqual(named(value), ["WORKER_API_TOKEN"], value);
});

test("what a role would die of is a problem before it starts", () => {
  const named = (reader: "gateway" | "worker", env: object) =>
    readRoleSettings(reader, { ...good(), ...env }).problems.map(({ name }) => name);
  assert.deepEqual(named("gateway", { TRUSTED_PROXIES: "10.0.0.0/8,::1,192.0.2.4" }), []);
  for (const value of ["bad", "10.0.0.0/33", "10.0.0.0/8,proxy.internal"])
    assert.deepEqual(named("gateway", { TRUSTED_PROXIES: value }), ["TRUSTED_PROXIES"], value);
  for (const source of ["forwarded", "proxy-protocol"]) {
    assert.deepEqual(named("gateway", { CLIENT_ADDRESS_FROM: source }), ["TRUSTED_PROXIES"], source);
    assert.deepEqual(named("gateway", { CLIENT_ADDRESS_FROM: source, TRUSTED_PROXIES: "10.0.0.1" }), []);
  }
  assert.deepEqual(named("gateway", { CLIENT_ADDRESS_FROM: "x-real-ip" }), ["CLIENT_ADDRESS_FROM"]);
  assert.deepEqual(named("worker", { EGRESS_ALLOW_PRIVATE: "10.20.0.0/16,billing.internal:8443,[fd00::1]:80" }), []);
  for (const value of ["bad", "10.20.0.0/16,billing.internal"])
    assert.deepEqual(named("worker", { EGRESS_ALLOW_PRIVATE: value }), ["EGRESS_ALLOW_PRIVATE"], value);
});

test("half a pair of files is a problem, and so is an address without TLS where authorities are named", () => {
  const named = (reader: "gateway" | "control-plane" | "worker", env: object) =>
    readRoleSettings(reader, { ...good(), ...env }).problems.map(({ name, message }) => `${name} ${message}`);
  const [cert, key] = [{ INTERNAL_TLS_CERT_FILE: "/c" }, { INTERNAL_TLS_KEY_FILE: "/k" }];
  for (const reader of ["control-plane", "worker"] as const) {
    assert.deepEqual(named(reader, cert), ["INTERNAL_TLS_KEY_FILE is missing"]);
    assert.deepEqual(named(reader, { ...key, INTERNAL_TLS_CERT_FILE: "" }), ["INTERNAL_TLS_CERT_FILE is missing"]);
    assert.deepEqual(named(reader, key), ["INTERNAL_TLS_CERT_FILE is missing"]);
  }
  assert.deepEqual(named("gateway", { TLS_CERT_FILE: "/c" }), ["TLS_KEY_FILE is missing"]);
  assert.deepEqual(named("gateway", { TLS_KEY_FILE: "/k" }), ["TLS_CERT_FILE is missing"]);

  const [authorities, inTls] = [
    { INTERNAL_TLS_CA_FILE: "/a" },
    "must begin with https:, because INTERNAL_TLS_CA_FILE is set",
  ];
  const upstreams = (controlPlane: string, workers: string) =>
    named("gateway", { ...authorities, CONTROL_PLANE_URL: controlPlane, WORKER_URLS: workers });
  assert.deepEqual(upstreams("https://c:8082", "https://w-1:8083,https://w-2:8083"), []);
  assert.deepEqual(upstreams("http://c:8082", "https://w:8083"), [`CONTROL_PLANE_URL ${inTls}`]);
  assert.deepEqual(upstreams("https://c:8082", "https://w-1:8083,http://w-2:8083"), [`WORKER_URLS ${inTls}`]);
  const asked = (url: string) => named("worker", { ...authorities, CONTROL_PLANE_INTERNAL_URL: url });
  assert.deepEqual(asked("https://c:8081"), []);
  for (const url of ["http://c:8081", "HTTP://c:8081"])
    assert.deepEqual(asked(url), [`CONTROL_PLANE_INTERNAL_URL ${inTls}`], url);
});

test("development asks a role for the credentials it shares with others, and npm start for nothing", () => {
  assert.deepEqual(readRoleSettings("start", {}).problems, []);
  const missing = (reader: "gateway" | "control-plane" | "worker") =>
    readRoleSettings(reader, {}).problems.map(({ name, message }) => `${name} ${message}`);
  assert.deepEqual(missing("gateway"), ["INTERNAL_API_TOKEN is missing"]);
  assert.deepEqual(missing("worker"), ["INTERNAL_API_TOKEN is missing", "WORKER_API_TOKEN is missing"]);
  assert.equal(missing("control-plane").length, 4);
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
