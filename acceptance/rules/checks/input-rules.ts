import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, mutates, operationOf, ready, refusedWith, sendAs, standing } from "../attempt.ts";
import { bodySchemaOf, querySchemasOf, typesOf } from "../json-schema.ts";
import type { Prepared } from "../recipe.ts";
import type { Answer } from "../request.ts";
import { inTurn } from "./in-turn.ts";
import { marker, wrongQueryValues, wrongValues } from "./wrong-values.ts";
import type { World } from "../world.ts";

interface Issue {
  path: string;
  message: string;
}

/** Checks that a response is a 400 that names this path and does not echo the value. */
function namesIssue(answer: Answer, path: string): void {
  refusedWith(answer, 400, "VALIDATION_ERROR");
  const issues = answer.error?.details?.["issues"] as Issue[];
  assert.ok(
    issues.every((issue) => typeof issue.path === "string" && issue.message.length > 0),
    answer.text,
  );
  assert.ok(
    issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}.`)),
    `${path}: ${answer.text}`,
  );
  assert.ok(!answer.text.includes(marker), `the value is not echoed: ${answer.text}`);
}

const noObjects = ["[]", "null", `"${marker}"`, "4711", `${"[".repeat(300)}${"]".repeat(300)}`];
const brokenJson = ["{", `{"${marker}":}`, `{"a":1}x`, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])];
const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "",
];
const noCursors = [marker, "e30", "W10", "WyJ4IiwieSJd", "%"];

/** Checks that inputs are validated, every wrong path is named, and no value is echoed. */
export function inputRules(world: World, name: OperationName): void {
  const refuse = async (change: (prepared: Prepared) => Prepared, path: string) => {
    const { asker, prepared } = await standing(world, name);
    await changesNothing(world, async () =>
      namesIssue(await sendAs(world, name, { asker, prepared: change(prepared) }), path),
    );
  };

  test(`${name}: 400 for an unknown query parameter`, () =>
    refuse((prepared) => ({ ...prepared, query: { ...prepared.query, nope: marker } }), "query.nope"));

  queryRules(world, name);
  if (!mutates(name)) return;

  const { stream } = operationOf(name);
  test(`${name}: 400 for an unknown field`, () =>
    refuse(
      ({ text: _text, ...prepared }) => ({
        ...prepared,
        body: { ...(prepared.body as object | undefined), nope: marker },
      }),
      stream === undefined ? "body.nope" : "line 1.nope",
    ));

  test(`${name}: 400 for a body that is no object, and for broken JSON`, async () => {
    const attempt = await standing(world, name);
    await changesNothing(world, async () => {
      for (const rawBody of inTurn(name, noObjects)) {
        refusedWith(await sendAs(world, name, attempt, { rawBody }), 400, "VALIDATION_ERROR");
      }
      for (const rawBody of inTurn(name, brokenJson)) {
        // For a stream, the response names the broken line.
        const code = stream === undefined ? "MALFORMED_JSON" : "VALIDATION_ERROR";
        const answer = refusedWith(await sendAs(world, name, attempt, { rawBody }), 400, code);
        assert.ok(!answer.text.includes(marker));
      }
    });
  });

  test(`${name}: 415 for another content type, 413 for a body that is too large`, async () => {
    const attempt = await standing(world, name);
    const rawBody = attempt.prepared.text ?? JSON.stringify(attempt.prepared.body ?? {});
    await changesNothing(world, async () => {
      for (const type of inTurn(name, otherTypes)) {
        const answer = await sendAs(world, name, attempt, { rawBody, headers: { "content-type": type } });
        refusedWith(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
      }
      const encoded = await sendAs(world, name, attempt, { rawBody, headers: { "content-encoding": "gzip" } });
      refusedWith(encoded, 415, "UNSUPPORTED_MEDIA_TYPE");
      const tooLarge = `{"nope":"${"x".repeat(operationOf(name).bodyLimitBytes ?? 2_097_152)}"}`;
      refusedWith(await sendAs(world, name, attempt, { rawBody: tooLarge }), 413, "PAYLOAD_TOO_LARGE");
    });
  });

  fieldRules(world, name);
}

function queryRules(world: World, name: OperationName): void {
  const schemas = Object.entries(querySchemasOf(name));
  if (schemas.length === 0) return;
  test(`${name}: 400 for query parameters of wrong type or range`, async () => {
    const { asker, prepared } = await standing(world, name);
    for (const [key, schema] of schemas) {
      for (const value of [...wrongQueryValues(schema), "\0"]) {
        const query = { ...prepared.query, [key]: value };
        const answer = await sendAs(world, name, { asker, prepared: { ...prepared, query } });
        namesIssue(answer, value === "\0" ? "query" : `query.${key}`);
      }
    }
    if ("cursor" in querySchemasOf(name)) {
      for (const cursor of inTurn(name, noCursors)) {
        namesIssue(
          await sendAs(world, name, { asker, prepared: { ...prepared, query: { ...prepared.query, cursor } } }),
          "query.cursor",
        );
      }
    }
  });
}

function fieldRules(world: World, name: OperationName): void {
  const schema = bodySchemaOf(name);
  const fields = Object.entries(schema?.properties ?? {});
  if (!schema || fields.length === 0) return;

  test(`${name}: 400 for fields of wrong type or range, named by their path`, async () => {
    const { asker, prepared } = await standing(world, name);
    await changesNothing(world, async () => {
      for (const [key, field] of fields) {
        for (const value of wrongValues(`${name}.${key}`, field)) {
          const body = { ...(prepared.body as object), [key]: value };
          const answer = await sendAs(world, name, { asker, prepared: { ...prepared, body } });
          assert.equal(answer.status, 400, `${key} = ${JSON.stringify(value).slice(0, 80)}: ${answer.text}`);
          namesIssue(answer, `body.${key}`);
        }
      }
    });
  });

  test(`${name}: text that PostgreSQL cannot hold is no failure of ours`, async () => {
    const { asker, prepared } = await ready(world, name);
    const texts = fields.filter(([, field]) => typesOf(field)?.has("string") === true).map(([key]) => key);
    for (const key of texts) {
      for (const text of [`${marker}\0`, `${marker}\uD800`]) {
        const body = { ...(prepared.body as object), [key]: text };
        const answer = await sendAs(world, name, { asker, prepared: { ...prepared, body } });
        assert.ok(answer.status < 500, answer.text);
      }
    }
  });

  const required = schema.required ?? [];
  if (required.length === 0) return;
  test(`${name}: 400 for each required field that is missing`, async () => {
    const { asker, prepared } = await standing(world, name);
    await changesNothing(world, async () => {
      for (const key of required) {
        const { [key]: _left, ...body } = prepared.body as Record<string, unknown>;
        namesIssue(await sendAs(world, name, { asker, prepared: { ...prepared, body } }), `body.${key}`);
      }
      namesIssue(await sendAs(world, name, { asker, prepared: { ...prepared, body: undefined } }), `body`);
    });
  });
}
