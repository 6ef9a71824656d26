import assert from "node:assert/strict";
import { test } from "node:test";
import { operationNames, operations } from "../operations.ts";
import { openapiDocument } from "./openapi.ts";
import type { Operation } from "../operation.ts";

interface Described {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Record<string, object> };
  responses: Record<string, { headers?: object }>;
}

const document = openapiDocument("https://ferrule.acme.dev") as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
};
const described = (name: keyof typeof operations): Described | undefined => {
  const { method, path }: Operation = operations[name];
  return document.paths[path.replaceAll(/:([A-Za-z]+)/g, "{$1}")]?.[method.toLowerCase()];
};

test("describes every operation of the table under its own name, once", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.sort(), [...operationNames].sort());
  assert.equal(document.openapi, "3.1.0");
});

test("declares each path parameter, and the body where there is one", () => {
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    const wanted = [...operation.path.matchAll(/:([A-Za-z]+)/g)].map(([, parameter]) => parameter);
    const declared = described(name)?.parameters?.filter((parameter) => parameter.in === "path") ?? [];
    assert.deepEqual(
      declared.map((parameter) => parameter.name),
      wanted,
      name,
    );
    const content = operation.body === undefined ? operation.stream : "application/json";
    assert.deepEqual(
      Object.keys(described(name)?.requestBody?.content ?? {}),
      content === undefined ? [] : [content],
      name,
    );
  }
});

test("a mutation from a session needs the CSRF header, a token does not, sign-in needs neither", () => {
  assert.deepEqual(described("createProject")?.security, [{ session: [], csrf: [] }, { token: [] }]);
  assert.deepEqual(described("listProjects")?.security, [{ session: [] }, { token: [] }]);
  assert.deepEqual(described("createUser")?.security, [{ session: [], csrf: [] }]);
  assert.deepEqual(described("login")?.security, []);
});

test("answers of an error have the one shape, and every reference resolves", () => {
  const text = JSON.stringify(document);
  assert.ok(described("createProject")?.responses["409"]);
  for (const [, path = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let at: unknown = document;
    for (const part of path.split("/")) at = (at as Record<string, unknown> | undefined)?.[part];
    assert.ok(at, `#/${path}`);
  }
});

test("resources have names, any JSON is {}, and answers say their headers", () => {
  const { schemas } = (document as unknown as { components: { schemas: Record<string, { properties?: object }> } })
    .components;
  for (const name of ["Project", "Function", "Deployment", "DataRecord", "NewFunction", "Manifest", "ErrorDetails"])
    assert.ok(schemas[name]?.properties, name);
  assert.deepEqual(
    Object.keys(schemas).filter((name) => /Shared[2-9]/.test(name)),
    [],
    "what is not named is the conditions of a query alone",
  );
  assert.deepEqual((schemas["TestRequest"]?.properties as Record<string, object> | undefined)?.["input"], {});
  const headersOf = (name: keyof typeof operations, status: number) =>
    Object.keys(described(name)?.responses[status]?.headers ?? {}).sort();
  assert.deepEqual(headersOf("createFunction", 201), [
    "ETag",
    "Location",
    "idempotency-replayed",
    "x-project-id",
    "x-request-id",
  ]);
  assert.deepEqual(headersOf("listFunctions", 429), ["Retry-After", "x-request-id"]);
  for (const name of operationNames) {
    const operation: Operation = operations[name];
    if (operation.status === 201) assert.ok(headersOf(name, 201).includes("Location"), name);
  }
});

test("ids, tags and summaries are words that a person would use", () => {
  for (const name of operationNames) {
    const { summary, tag, description }: Operation = operations[name];
    assert.match(name, /^[a-z]+(?:[A-Z][a-z]+){0,5}$/);
    assert.match(tag, /^[A-Z][a-z]+(?:[ -][a-z]+){0,5}$/, name);
    // A fragment of a sentence: no full stop, no identifier that is not marked as one.
    assert.match(summary, /^[A-Z].{6,58}[^.!]$/, name);
    if (description !== undefined) assert.match(description, /^(?:[A-Z`]|\d).{6,170}\.$/, name);
    assert.doesNotMatch(summary.replaceAll(/`[^`]*`/g, "it"), /[a-z]_[a-z]|\(\)|TODO|\s{2}/, name);
  }
  const told = operationNames.map((name) => operations[name].summary);
  assert.deepEqual(
    told.filter((summary, at) => told.indexOf(summary) !== at),
    [],
    "each says what it alone does",
  );
});
