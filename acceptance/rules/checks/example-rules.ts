import assert from "node:assert/strict";
import test from "node:test";
import { examples, type Example } from "@ferrule/contract/openapi/examples.ts";
import { alternativesOf } from "@ferrule/contract/operation.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { operationOf } from "../attempt.ts";
import { exampleOf } from "../examples/example-of.ts";
import { otherShape } from "../examples/same-shape.ts";
import { describedOf } from "../json-schema.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

const anew = "node acceptance/rules/write-examples.ts writes it anew";

/** Lists that only workers fill, or the watch over all Projects. */
const emptyLists = new Set<OperationName>(["listQuotaUses", "listAlerts"]);

/** The same value without what depends on the hour in which it was made, and on what was made before it. */
const timeless = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "a time")
      .replaceAll(/"groupId":"[0-9a-f]{32}"/g, '"groupId":"a group"'),
  );

/** Checks that the OpenAPI document shows an example of the request and the answer, and that the product does the same. */
export function exampleRules(world: World, name: OperationName): void {
  const operation = operationOf(name);
  const { answer: answers, ...request }: Example = examples[name] ?? {};
  const answer = answers?.["application/json"];

  test(`${name}: its example in the OpenAPI document is what the schemas accept`, () => {
    const { parameters = [], requestBody, responses } = describedOf(name);
    const shown = Object.values(requestBody?.content ?? {}).map(({ example }) => example);
    assert.deepEqual(shown, requestBody === undefined ? [] : [request.body], anew);
    const unshown = parameters.filter((one) => one.in === "path" && one.example === undefined);
    assert.deepEqual(unshown, [], anew);
    if (operation.body !== undefined) operation.body.parse(request.body);
    operation.params?.parse(request.params);
    operation.query?.parse(request.query ?? {});
    const shownAnswers = Object.values(responses[operation.status]?.content ?? {}).map(({ example }) => example);
    assert.ok(operation.response === null || shownAnswers.some((example) => example !== undefined), anew);
    if (answer === undefined) return assert.ok(operation.response === null || alternativesOf(operation).length > 0);
    assert.deepEqual(JSON.parse(JSON.stringify(operation.response?.parse(answer))), answer);
  });

  test(`${name}: the request of its example succeeds, with an answer of that shape`, async () => {
    const { answer: real, ...sent } = exampleOf(name, await successOf(world, name), Date.now());
    assert.deepEqual(timeless(sent), timeless(request), anew);
    assert.deepEqual(Object.keys(real ?? {}), Object.keys(answers ?? {}), anew);
    assert.equal(otherShape(answer, real?.["application/json"]), undefined, anew);
  });

  test(`${name}: a list in its example has an item`, () => {
    const { items } = (answer ?? {}) as { items?: unknown[] };
    assert.equal(items?.length === 0, emptyLists.has(name), "give its recipe something to list");
  });
}
