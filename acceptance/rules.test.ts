import assert from "node:assert/strict";
import test, { after, beforeEach, describe } from "node:test";
import { operationNames, operations, type OperationName } from "@ferrule/contract/operations.ts";
import { auditRules, auditsAttempts } from "./rules/audit-rules.ts";
import { authenticationRules, endSessions } from "./rules/authentication-rules.ts";
import { operationOf } from "./rules/attempt.ts";
import { csrfRules } from "./rules/csrf-rules.ts";
import { foreignRules } from "./rules/foreign-rules.ts";
import { idempotencyRules } from "./rules/idempotency-rules.ts";
import { inputRules } from "./rules/input-rules.ts";
import type { Document } from "./rules/json-schema.ts";
import { openapiRules, requireDocument } from "./rules/openapi-rules.ts";
import { orderRules } from "./rules/order-rules.ts";
import { everySpecifiedPathIsOffered, pathRules } from "./rules/path-rules.ts";
import { projectRules } from "./rules/project-rules.ts";
import { recipeOf } from "./rules/recipes.ts";
import { requestIdRules } from "./rules/request-id-rules.ts";
import { revisionRules } from "./rules/revision-rules.ts";
import { roleRules } from "./rules/role-rules.ts";
import { secretColumnNames, secretRules } from "./rules/secret-rules.ts";
import { issueTokens, tokenRules } from "./rules/token-rules.ts";
import { openWorld } from "./rules/world.ts";
import { verifies } from "./verifies.ts";

/**
 * Specification 4.13 for every operation of the table, over HTTP on a real control plane. A new operation is walked as soon
 * as it is in the table; without a recipe (`rules/recipes/`) it does not compile, and fails here.
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

let walked = 0;
const forEach = (rules: (name: OperationName) => void) => () => {
  beforeEach(async () => {
    walked += 1;
    if (walked % 20 === 0) await world.tidy();
  });
  operationNames.forEach(rules);
};

test("every operation has a recipe", () => {
  assert.doesNotThrow(() => operationNames.map(recipeOf));
  assert.ok(operationNames.length > 40);
});

describe("authenticate the platform session", () => {
  verifies("rules.authenticate");
  forEach((name) => authenticationRules(world, name, sessions))();
  forEach((name) => tokenRules(world, name, tokens))();
});

describe("derive the Project from the session", () => {
  verifies("rules.project-scope");
  forEach((name) => projectRules(world, name))();
  forEach((name) => foreignRules(world, name))();
});

describe("enforce platform roles", () => {
  verifies("rules.roles", "roles.four");
  forEach((name) => roleRules(world, name, newUser))();
});

describe("enforce CSRF for mutations", () => {
  verifies("rules.csrf", "session.csrf-header");
  forEach((name) => csrfRules(world, name))();
});

describe(
  "check in the specified order",
  forEach((name) => orderRules(world, name)),
);

describe("validate inputs", () => {
  verifies("rules.validate");
  forEach((name) => inputRules(world, name))();
});

describe("answer with a request id and the one error shape", () => {
  verifies("rules.error-shape", "errors.shape", "request-id.everywhere");
  forEach((name) => requestIdRules(world, name))();
});

describe("add audit events", () => {
  verifies("rules.audit", "audit.recorded");
  forEach((name) => auditRules(world, name))();
});

describe("never answer with secrets", () => {
  verifies("rules.no-secrets");
  forEach((name) => secretRules(world, name))();

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
});

describe(
  "hold concurrent edits to their revision",
  forEach((name) => revisionRules(world, name)),
);
describe(
  "honour Idempotency-Key",
  forEach((name) => idempotencyRules(world, name)),
);

describe("be at the specified paths", () => {
  verifies("table.paths", "session.operations");
  forEach((name) => pathRules(world, name))();
  test("whatever is specified is offered, or known to come later", everySpecifiedPathIsOffered);

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

describe("be described by GET /api/openapi.json", () => {
  test("it is an OpenAPI 3.1 document of exactly the operation table", () => requireDocument(document));
  forEach((name) => openapiRules(() => document, name))();
});

describe("all of it together", () => {
  test("of everything asked here, what succeeded has its one audit event and what was refused has none of success", async () => {
    const wrong: string[] = [];
    for (const { name, requestId, status } of world.exchanged) {
      if (status < 400 || auditsAttempts.has(name)) continue;
      const events = await world.auditOf(requestId);
      if (events.some(({ outcome }) => outcome === "success")) wrong.push(`${requestId} ${name} ${status}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(world.exchanged.length > 1_000);
  });

  test("no key's or token's value was answered twice", () => {
    const issued = world.exchanged.filter(({ text }) => text.includes('"value":"fer_'));
    assert.ok(issued.length > 10);
    for (const { requestId, text } of issued) {
      const { value } = JSON.parse(text) as { value: string };
      const others = world.exchanged.filter((other) => other.requestId !== requestId && other.text.includes(value));
      assert.deepEqual(others, []);
    }
  });

  test("no answer was a 5xx but where a worker was made to fail", () => {
    const failures = world.exchanged.filter(
      ({ name, status }) => status >= 500 && recipeOf(name).waitsForWorker !== true,
    );
    assert.deepEqual(failures, []);
    assert.ok(Object.keys(operations).length === operationNames.length && operationOf("getMe").method === "GET");
  });
});
