import assert from "node:assert/strict";
import { test } from "node:test";
import type { ArtifactRoute } from "@ferrule/contract/internal/artifact.ts";
import { applyRules } from "@ferrule/contract/internal/apply-rules.ts";
import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { entryOf } from "../artifacts/artifact-digest.ts";
import { compileFunction } from "../functions/compile-function.ts";
import type { Authenticated } from "../../../doors/serving/credential.ts";
import { functionOf } from "../../../testing/deployed.ts";
import { callableBy } from "../../../doors/tokens/refused-target.ts";
import { compileRoutes } from "./route-table.ts";

const called = compileFunction(
  entryOf(functionOf({ name: "one", code: "one" })),
  () => Promise.reject(new Error()),
  createLog("worker", "silent"),
);

const tableOf = (...routes: string[]) =>
  compileRoutes(
    "digest",
    routes.map((route) => {
      const [method, path] = route.split(" ") as [ArtifactRoute["method"], string];
      const binding = {
        bindingId: route,
        functionId: "fn_one",
        method,
        path,
        description: "",
        enabled: true,
        successStatus: 200,
      };
      return [binding, called] as const;
    }),
  );

/** The route and its parameters that a path leads to, such as `GET /orders/{id}`; null for nothing. */
function found(table: ReturnType<typeof tableOf>, method: string, path: string) {
  const match = table.match(path);
  const route = match?.routes.get(method);
  if (match === null || route === undefined) return null;
  return [route.name, ...route.parameters.map((name, at) => `${name}=${match.values[at]}`)].join(" ");
}

test("a fixed segment goes before a parameter, and a parameter is tried when the fixed one leads nowhere", () => {
  const table = tableOf("GET /a/b/d", "GET /a/{x}/c", "GET /a/{x}", "GET /a/b");
  assert.equal(found(table, "GET", "/a/b"), "GET /a/b");
  assert.equal(found(table, "GET", "/a/z"), "GET /a/{x} x=z");
  assert.equal(found(table, "GET", "/a/b/c"), "GET /a/{x}/c x=b");
  assert.equal(found(table, "GET", "/a/b/d"), "GET /a/b/d");
  assert.equal(found(table, "GET", "/a/b/e"), null);
});

test("routes of one shape may name their parameters differently by method", () => {
  const table = tableOf("GET /orders/{id}", "PUT /orders/{orderId}");
  assert.equal(found(table, "GET", "/orders/1"), "GET /orders/{id} id=1");
  assert.equal(found(table, "PUT", "/orders/1"), "PUT /orders/{orderId} orderId=1");
  assert.deepEqual([...(table.match("/orders/1")?.routes.keys() ?? [])], ["GET", "PUT"]);
  assert.deepEqual(table.methods, ["GET", "PUT"]);
});

test("parameters are decoded after the path was split", () => {
  const table = tableOf("GET /files/{name}");
  assert.equal(found(table, "GET", "/files/a%2Fb%20c"), "GET /files/{name} name=a/b c");
  assert.equal(found(table, "GET", "/files/{name}"), "GET /files/{name} name={name}");
  assert.throws(() => table.match("/files/%ZZ"), URIError);
});

test("letters beyond ASCII are matched decoded, in either spelling, and a parameter gets them as they were sent", () => {
  const { match } = tableOf("GET /größe", "GET /größe/{maß}", "GET /日本/{id}");
  for (const path of ["/gr%C3%B6%C3%9Fe", "/gr%c3%b6%c3%9fe", "/gro%CC%88%C3%9Fe"])
    assert.ok(match(path) !== null, path);
  assert.equal(match("/gr%C3%B6sse"), null);
  assert.throws(() => match("/gr%F6%DFe/1"), URIError);
  assert.deepEqual(match("/%E6%97%A5%E6%9C%AC/o%CC%88")?.values, ["o\u0308"]);
});

test("an empty segment is no parameter, and the root is its own path", () => {
  const table = tableOf("GET /{x}", "GET /");
  assert.equal(found(table, "GET", "/"), "GET /");
  assert.equal(table.match("//"), null);
  assert.equal(table.match("/a/"), null);
});

test("narrows the routes to what a caller may call, by the scopes of a key or by rules", () => {
  const { routes } = tableOf("POST /orders", "GET /orders/{orderId}", "DELETE /orders/{orderId}", "GET /orders");
  const anonymous = {
    caller: { kind: "anonymous", id: null, name: null },
    tenantId: "default",
    key: null,
    token: null,
  } as const;
  const callable = (caller: Partial<Authenticated>) =>
    callableBy({ ...anonymous, ...caller }, routes, ({ name }) => name).map(({ name }) => name);
  const all = ["GET /orders", "POST /orders", "DELETE /orders/{orderId}", "GET /orders/{orderId}"];
  assert.deepEqual(callable({}), all);
  const key = (scopes: ReadonlySet<string> | null) => ({ key: { scopes } as Authenticated["key"] });
  assert.deepEqual(callable(key(null)), all);
  assert.deepEqual(callable(key(new Set(["POST /orders", "GET /elsewhere"]))), ["POST /orders"]);
  assert.deepEqual(callable(key(new Set())), []);
  const rules = [{ when: { group: "support" }, allow: ["GET /orders", "GET /orders/{orderId}"] }];
  const token = (given: readonly CallerRule[], groups: string[]) => ({
    token: {
      access: applyRules(given, { scopes: new Set(), groups: new Set(groups), claims: {} }),
    } as Authenticated["token"],
  });
  assert.deepEqual(callable(token(rules, ["support"])), ["GET /orders", "GET /orders/{orderId}"]);
  assert.deepEqual(callable(token(rules, ["others"])), []);
  assert.deepEqual(callable(token([], [])), all);
  assert.deepEqual(callable(token([{ when: {}, allow: ["*"] }], [])), all);
});
