import assert from "node:assert/strict";
import test, { after, afterEach, describe } from "node:test";
import { operationNames, operations } from "@ferrule/contract/operations.ts";
import { auditRules, auditsAttempts } from "./rules/checks/audit-rules.ts";
import { authenticationRules, endSessions } from "./rules/checks/authentication-rules.ts";
import { operationOf } from "./rules/attempt.ts";
import { csrfRules } from "./rules/checks/csrf-rules.ts";
import { foreignRules } from "./rules/checks/foreign-rules.ts";
import { idempotencyRules } from "./rules/checks/idempotency-rules.ts";
import { inputRules } from "./rules/checks/input-rules.ts";
import type { Document } from "./rules/json-schema.ts";
import { locationRules } from "./rules/checks/location-rules.ts";
import { managedRules } from "./rules/checks/managed-rules.ts";
import { openapiRules, requireDocument } from "./rules/checks/openapi-rules.ts";
import { orderRules } from "./rules/checks/order-rules.ts";
import { documentationShadowsNothing } from "./rules/checks/documentation-shadows-nothing.ts";
import { everySpecifiedPathIsOffered, pathRules } from "./rules/checks/path-rules.ts";
import { projectRules } from "./rules/checks/project-rules.ts";
import { recipeOf } from "./rules/recipes.ts";
import { requestIdRules } from "./rules/checks/request-id-rules.ts";
import { revisionRules } from "./rules/checks/revision-rules.ts";
import { roleRules } from "./rules/checks/role-rules.ts";
import { secretRules } from "./rules/checks/secret-rules.ts";
import { secretColumnNames } from "./rules/secrets-of.ts";
import { issueTokens, tokenRules } from "./rules/checks/token-rules.ts";
import { openWorld } from "./rules/world.ts";
import { verifies } from "./verifies.ts";

/**
 * The rules for every operation of the table, over HTTP on a real control plane. The rules cover a new operation as
 * soon as it is in the table; without a recipe (`rules/recipes/`) it does not compile, and fails here.
 */
const world = await openWorld();
after(() => world[Symbol.asyncDispose]());
const sessions = await endSessions(world);
const tokens = await issueTokens(world);
const newUser = await world.controlPlane.signIn(
  await world.controlPlane.createUser("owner", { mustChangePassword: true }),
);
const document = (await (
  await fetch(`${world.controlPlane.url}/api/openapi.json`, { headers: world.sessions.owner.headers() })
).json()) as Document;

test("every operation has a recipe", () => {
  assert.doesNotThrow(() => operationNames.map(recipeOf));
  assert.ok(operationNames.length > 40);
});

/** The number of passed tests of each operation. */
const passed = new Map<string, number>(operationNames.map((name) => [name, 0]));

for (const name of operationNames) {
  describe(name, () => {
    authenticationRules(world, name, sessions);
    tokenRules(world, name, tokens);
    projectRules(world, name);
    managedRules(world, name);
    locationRules(world, name);
    foreignRules(world, name);
    roleRules(world, name, newUser);
    csrfRules(world, name);
    orderRules(world, name);
    inputRules(world, name);
    requestIdRules(world, name);
    auditRules(world, name);
    secretRules(world, name);
    revisionRules(world, name);
    idempotencyRules(world, name);
    pathRules(world, name);
    openapiRules(() => document, name);
    afterEach((t) => {
      if ("passed" in t && t.passed) passed.set(name, (passed.get(name) ?? 0) + 1);
    });
    after(() => world.tidy());
  });
}

test("every operation has been held to the rules", () => {
  verifies(
    "rules.authenticate",
    "rules.project-scope",
    "rules.roles",
    "roles.four",
    "rules.csrf",
    "session.csrf-header",
  );
  verifies("rules.validate", "rules.error-shape", "errors.shape", "request-id.everywhere");
  verifies("rules.audit", "audit.recorded", "rules.no-secrets", "table.paths", "session.operations");
  const fewest = [...passed].filter(([, count]) => count < 5);
  assert.deepEqual(fewest, []);
});

describe("paths", () => {
  test("whatever is specified is offered, or known to come later", everySpecifiedPathIsOffered);

  test("the documentation stands at no path of anything else", documentationShadowsNothing);

  test("any other path is 404 in the one shape", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/functions/",
      "/API/functions",
      "/api//functions",
      "/internal/changes",
      "/",
    ]) {
      const response = await fetch(world.controlPlane.url + path, { headers: world.sessions.owner.headers() });
      const { error } = (await response.json()) as { error: { code: string; requestId: string } };
      assert.deepEqual([response.status, error.code], [404, "NOT_FOUND"], path);
      assert.equal(error.requestId, response.headers.get("x-request-id"));
    }
  });
});

test("GET /api/openapi.json is an OpenAPI 3.1 document of exactly the operation table", () =>
  requireDocument(document));

test("the columns that hold secrets are known as such", async () => {
  const names = await secretColumnNames(world);
  for (const name of [
    "users.password_hash",
    "sessions.csrf_salt",
    "one_time_links.sha256",
    "api_tokens.sha256",
    "api_keys.sha256",
    "api_keys.previous_sha256",
  ]) {
    assert.ok(names.includes(name), name);
  }
});

describe("all of it together", () => {
  test("of everything asked here, what succeeded has its one audit event and what was refused has none of success", async () => {
    const refused = world.exchanged.filter(({ name, status }) => status >= 400 && !auditsAttempts.has(name));
    const events = await world.auditOf(...refused.map(({ requestId }) => requestId));
    assert.deepEqual(
      events.filter(({ outcome }) => outcome === "success"),
      [],
    );
    assert.ok(world.exchanged.length > 1_000);
  });

  test("no key's or token's value was answered twice", () => {
    // The OpenAPI document has examples of such values.
    const issued = world.exchanged.filter(({ name, text }) => name !== "getOpenapi" && text.includes('"value":"fer_'));
    assert.ok(issued.length > 10);
    for (const { requestId, text } of issued) {
      const { value } = JSON.parse(text) as { value: string };
      const others = world.exchanged.filter((other) => other.requestId !== requestId && other.text.includes(value));
      assert.deepEqual(others, []);
    }
  });

  test("no answer was a 5xx but where a worker was made to fail, or an operation says that it may be unavailable", () => {
    const isMeant = ({ name, status }: (typeof world.exchanged)[number]) =>
      recipeOf(name).waitsForWorker === true || (status === 503 && operationOf(name).errors?.includes("UNAVAILABLE"));
    const failures = world.exchanged.filter((one) => one.status >= 500 && isMeant(one) !== true);
    assert.deepEqual(failures, []);
    assert.ok(Object.keys(operations).length === operationNames.length && operationOf("getMe").method === "GET");
  });
});
