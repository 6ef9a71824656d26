import assert from "node:assert/strict";
import test from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openapiDocument } from "@ferrule/contract/openapi/openapi.ts";

test("the management API's document is valid OpenAPI 3.1, says an independent validator", async () => {
  const document = openapiDocument("https://ferrule.acme.dev") as Record<string, unknown>;
  assert.match(String(document["openapi"]), /^3\.1\./);
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.equal(valid, true, JSON.stringify(errors)?.slice(0, 2_000));
});
