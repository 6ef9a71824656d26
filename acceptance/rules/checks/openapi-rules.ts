import assert from "node:assert/strict";
import test from "node:test";
import { errors } from "@ferrule/contract/errors.ts";
import { errorsOf } from "@ferrule/contract/operation.ts";
import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import { isPublic, mutates, operationOf } from "../attempt.ts";
import { openapiPath, type Document } from "../json-schema.ts";

/** Checks that `GET /api/openapi.json` describes an operation as the table does. */
export function openapiRules(document: () => Document, name: OperationName): void {
  test(`${name}: is in the OpenAPI document with its method, path, parameters, body and answers`, () => {
    const operation = operationOf(name);
    const described = document().paths[openapiPath(operation.path)]?.[operation.method.toLowerCase()];
    assert.ok(described);
    assert.equal(described.operationId, name);
    const inPath = (described.parameters ?? []).filter((parameter) => parameter.in === "path");
    const expected = [...operation.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
    assert.deepEqual(
      inPath.map((parameter) => parameter.name),
      expected,
    );
    assert.ok(inPath.every((parameter) => parameter.required));
    const takesBody = operation.body !== undefined || operation.stream !== undefined;
    assert.equal(described.requestBody !== undefined, takesBody);
    const statuses = new Set([operation.status, ...errorsOf(operation).map((code) => errors[code].status)]);
    if (operation.prepared === true) statuses.add(304);
    assert.deepEqual(Object.keys(described.responses).sort(), [...statuses].map(String).sort());
    assert.ok(Object.values(described.responses).every(({ description }) => description.length > 0));
    const schemes = new Set(described.security.flatMap((requirement) => Object.keys(requirement)));
    assert.equal(schemes.has("session"), !isPublic(name));
    assert.equal(schemes.has("csrf"), mutates(name) && !isPublic(name));
    assert.equal(schemes.has("token"), !isPublic(name) && operation.tokens !== false);
  });
}

/** Checks the document as a whole: OpenAPI 3.1, exactly the operations of the table, no broken reference. */
export function requireDocument(document: Document): void {
  assert.match(document.openapi, /^3\.1\.\d+$/);
  assert.ok(document.info.title.length > 0 && document.info.version.length > 0);
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const table = operationNames.map((name) => `${operationOf(name).method} ${openapiPath(operationOf(name).path)}`);
  assert.deepEqual(described.sort(), table.sort());
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
  const text = JSON.stringify(document);
  for (const [, pointer = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const target = pointer
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    assert.ok(pointer.startsWith("#/") && target !== undefined, `${pointer} leads nowhere`);
  }
  const { securitySchemes } = document.components;
  for (const item of Object.values(document.paths)) {
    for (const { security } of Object.values(item)) {
      for (const scheme of security.flatMap((requirement) => Object.keys(requirement)))
        assert.ok(securitySchemes[scheme], scheme);
    }
  }
}
