import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import { listedOutput, outputSchemaOf } from "@ferrule/contract/mcp/listed-output.ts";
import { AjvJsonSchemaValidator as Line2Ajv } from "@modelcontextprotocol/client/validators/ajv";
import { CfWorkerJsonSchemaValidator as Line2CfWorker } from "@modelcontextprotocol/client/validators/cf-worker";
import { AjvJsonSchemaValidator as Line1Ajv } from "@modelcontextprotocol/sdk/validation/ajv";
import * as fc from "fast-check";
import { anySchema } from "./any-schema.ts";

type Schema = Record<string, unknown>;
interface Verdict {
  valid: boolean;
  errorMessage?: string | undefined;
}

const line1 = new Line1Ajv();
const line2 = new Line2Ajv();
const line2Edge = new Line2CfWorker();
/** The official clients' checks of results: those from before 2026-07-28, and the current ones. */
const earlier: Record<string, (schema: Schema) => (value: unknown) => Verdict> = {
  "SDK 1": (schema) => line1.getValidator(schema),
  "SDK 2": (schema) => line2.getValidator(schema),
  "SDK 2 at the edge": (schema) => line2Edge.getValidator(schema),
};
const { "SDK 1": _, ...current } = earlier;

/** Fails unless every client accepts the valid values. */
function requireTaken(clients: typeof earlier, schema: Schema, values: readonly unknown[], given: Schema): void {
  for (const [client, compile] of Object.entries(clients)) {
    const validate = compile(schema);
    for (const value of values) {
      const { valid, errorMessage } = validate(value);
      assert.ok(valid, JSON.stringify({ client, errorMessage, given, schema, value }));
    }
  }
}

/** As a client receives it: objects have the usual prototype, which ajv compares. */
const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

test("what fits an output schema fits what is listed of it, in every official client", () => {
  fc.assert(
    fc.property(anySchema.whole.map(asSent), anySchema.values.map(asSent), (given, values) => {
      // ajv writes values into code, where this name would set a prototype.
      fc.pre(!JSON.stringify(given).includes("__proto__"));
      const fits = values.filter((one) => prepareFindIssues(given, 1_000)(one, "output").length === 0);
      const { schema, isWrapped } = listedOutput(given);
      const wrapped = fits.map((value) => (isWrapped === false ? value : { result: value }));
      requireTaken(earlier, schema ?? {}, wrapped, given);
      requireTaken(current, outputSchemaOf(given), fits, given);
    }),
    // A failure names its schema; shrinking it would compile thousands of others.
    { numRuns: 300, endOnFailure: true },
  );
});
