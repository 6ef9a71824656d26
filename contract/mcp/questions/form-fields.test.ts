import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareFindIssues } from "../../json-schema/applying/find-issues.ts";
import { formFields, presetsOf, readTyped } from "./form-fields.ts";
import { questionProblems } from "./question-schema.ts";

const schema = {
  type: "object",
  properties: {
    note: { type: "string", title: "Note", description: "For the customer." },
    mail: { type: "string", format: "email" },
    amount: { type: "number", minimum: 0, default: 12.5 },
    count: { type: "integer" },
    tell: { type: "boolean" },
    reason: {
      type: "string",
      oneOf: [
        { const: "late", title: "Too late" },
        { const: "broken", title: "Broken" },
      ],
    },
    size: { type: "string", enum: ["s", "m"] },
    tags: {
      type: "array",
      items: {
        anyOf: [
          { const: "a", title: "Alpha" },
          { const: "b", title: "Beta" },
        ],
      },
    },
  },
  required: ["tell", "reason", "tags"],
};
const fields = formFields(schema);
const fieldOf = (name: string) => fields.find((one) => one.name === name) ?? assert.fail(name);

test("a form has the fields of its schema, in their order, with titles", () => {
  assert.deepEqual(questionProblems(schema), []);
  assert.deepEqual(
    fields.map(({ name, title, kind, isRequired }) => [name, title, kind, isRequired]),
    [
      ["note", "Note", "text", false],
      ["mail", "mail", "text", false],
      ["amount", "amount", "number", false],
      ["count", "count", "integer", false],
      ["tell", "tell", "boolean", true],
      ["reason", "reason", "choice", true],
      ["size", "size", "choice", false],
      ["tags", "tags", "choices", true],
    ],
  );
  assert.deepEqual(fieldOf("reason").choices, [
    { value: "late", title: "Too late" },
    { value: "broken", title: "Broken" },
  ]);
  assert.deepEqual(presetsOf(fields), { amount: 12.5, tell: false, tags: [] });
});

test("what is typed becomes a value of the field, by value or by title", () => {
  const read = (name: string, text: string) => readTyped(fieldOf(name), text);
  assert.deepEqual(
    [read("note", " a "), read("note", ""), read("amount", "-3.5"), read("count", " 7 "), read("tell", "Yes")],
    [" a ", undefined, -3.5, 7, true],
  );
  assert.deepEqual([read("reason", "Too late"), read("reason", "broken"), read("size", "m")], ["late", "broken", "m"]);
  assert.deepEqual(read("tags", "Alpha, b"), ["a", "b"]);
});

test("what does not fit stays as it was typed, so that the schema refuses it", () => {
  const find = prepareFindIssues(schema, 50);
  const wrong = { amount: "much", count: "1.5", tell: "perhaps", reason: "other", tags: "a,zeta" };
  for (const [name, text] of Object.entries(wrong)) {
    const content = { tell: true, reason: "late", tags: [], [name]: readTyped(fieldOf(name), text) };
    assert.equal(find(content, "content").length > 0, true, name);
  }
});

test("a schema of nobody has no fields", () => {
  assert.deepEqual(formFields({}), []);
  assert.deepEqual(
    formFields({ properties: { a: null } }).map(({ kind }) => kind),
    ["text"],
  );
});
