import assert from "node:assert/strict";
import { test } from "node:test";
import { initialValues, labelOf, parametersOf, secretsWith } from "./parameters.ts";

const schema = {
  type: "object",
  properties: {
    secretName: { type: "string", default: "API_TOKEN", description: "The secret." },
    delimiter: { type: "string", enum: [",", "\t"], default: "," },
    maxRows: { type: "integer", default: 1000 },
  },
};

test("reads what a template asks for", () => {
  const parameters = parametersOf(schema);
  assert.deepEqual(
    parameters.map(({ label, type, choices }) => [label, type, choices]),
    [
      ["Secret name", "string", null],
      ["Delimiter", "string", [",", "\t"]],
      ["Max rows", "integer", null],
    ],
  );
  assert.deepEqual(initialValues(parameters), { secretName: "API_TOKEN", delimiter: ",", maxRows: 1000 });
  assert.equal(labelOf("apiUrl"), "API URL");
});

test("the secrets it asks for follow the parameter that names them", () => {
  const parameters = parametersOf(schema);
  assert.deepEqual(secretsWith(["API_TOKEN", "OTHER"], parameters, { secretName: "MY_TOKEN" }), ["MY_TOKEN", "OTHER"]);
  assert.deepEqual(secretsWith(["API_TOKEN"], parameters, { secretName: "" }), ["API_TOKEN"]);
});
