import assert from "node:assert/strict";
import test from "node:test";
import { operationNames, type OperationName } from "@ferrule/contract/operations.ts";
import { isPublic, operationOf, standing } from "../attempt.ts";
import { exchange } from "../exchange.ts";
import { added, specified } from "../specified-paths.ts";
import { requireErrorShape, urlOf } from "../request.ts";
import type { World } from "../world.ts";

/** A parameter's name does not matter in a path: `/api/executions/:id` is `/api/executions/:executionId`. */
const shapeOf = (path: string) => path.replaceAll(/:[A-Za-z]+/g, ":");
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${shapeOf(path)}`;

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * The methods that an address takes, looked up in the table without its router: a literal segment may match a parameter
 * too.
 */
function methodsAt(address: string): string[] {
  const segments = address.split("/");
  const taken = operationNames.filter((name) => {
    const parts = operationOf(name).path.split("/");
    return parts.length === segments.length && parts.every((part, at) => part.startsWith(":") || part === segments[at]);
  });
  return [...new Set(taken.map((name) => operationOf(name).method))];
}

/** Checks that every operation is at exactly its method and path. */
export function pathRules(world: World, name: OperationName): void {
  const { method, path } = operationOf(name);

  test(`${name}: ${method} ${path} is as specified`, () => {
    const known = [...specified, ...added].find((entry) => keyOf(entry) === keyOf({ method, path }));
    assert.ok(known, `Add ${method} ${path} to acceptance/rules/specified-paths.ts.`);
  });

  test(`${name}: 405 with Allow for every method that ${path} does not take`, async () => {
    const { asker, prepared } = await standing(world, name);
    const address = urlOf(name, { params: prepared.params ?? {} });
    const taken = methodsAt(address);
    const allowed = [...taken, ...(taken.includes("GET") ? ["HEAD"] : [])].sort();
    for (const other of [...methods, "OPTIONS"].filter(
      (candidate) => !taken.includes(candidate as (typeof methods)[number]),
    )) {
      const { status, headers, text } = await exchange(world.controlPlane.url + address, {
        method: other,
        headers: asker.headers(),
      });
      const error = requireErrorShape(status, text, headers.get("x-request-id") ?? "");
      assert.deepEqual([status, error.code], [405, "METHOD_NOT_ALLOWED"], other);
      assert.deepEqual(headers.get("allow")?.split(/, */).sort(), allowed, other);
    }
  });

  if (method !== "GET") return;
  test(`${name}: HEAD is GET without the body, under the same rules`, async () => {
    const { asker, prepared } = await standing(world, name);
    const head = (headers: Record<string, string>) =>
      exchange(world.controlPlane.url + urlOf(name, prepared), { method: "HEAD", headers });
    // Operations without a session may need another kind of cookie.
    const own = isPublic(name) ? prepared.headers : {};
    const answers = [await head({ ...own }), await head({ ...asker.headers(), ...own })];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [isPublic(name) ? 200 : 401, 200],
    );
    for (const answer of answers) {
      assert.equal(answer.text, "");
      assert.ok(answer.headers.get("x-request-id"));
    }
  });
}

/** And vice versa: every specified path is in the table. */
export function everySpecifiedPathIsOffered(): void {
  const offered = new Set(operationNames.map((name) => keyOf(operationOf(name))));
  const missing = specified.filter((entry) => !offered.has(keyOf(entry)));
  assert.deepEqual(missing, []);
}
