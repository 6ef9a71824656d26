import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";
import { projectTypes } from "@ferrule/contract/project-types.ts";
import { createLanguage } from "./create-language.ts";
import type { Language } from "./language.ts";

const read = (folder: string, pattern: RegExp) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => pattern.test(name))
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
const compiler = dirname(createRequire(import.meta.url).resolve("typescript-compiler"));
const guest = Object.values(
  read(dirname(fileURLToPath(import.meta.resolve("@ferrule/contract/guest/ferrule.d.ts"))), /\.d\.ts$/),
).join("\n");
const libraries = read(compiler, /^lib\.(?:es|decorators)(?!.*\.full\.).*\.d\.ts$/);

const types = [
  guest,
  projectTypes({
    secrets: [
      { name: "ORDERS_TOKEN", environments: ["development"] },
      { name: "MAIL_TOKEN", environments: ["production"] },
    ],
    collections: [{ name: "people", type: "{ name: string; age: number }" }],
  }),
  'declare module "lib/money" {\n  /** Cents as people write them. */\n  export function formatMoney(cents: number): string;\n}\n',
].join("\n");

let language: Language;
before(() => {
  language = createLanguage({ libraries, guest });
});

/** A Function's source, in which `|` marks the cursor. */
function open(marked: string): number {
  const at = marked.indexOf("|");
  language.setSource(at < 0 ? marked : marked.slice(0, at) + marked.slice(at + 1));
  return at;
}
const head = 'import type { Context } from "ferrule";\n';
const handler = (body: string) =>
  `${head}export default async (input: { id: string }, ctx: Context) => {\n  ${body}\n};\n`;
const labels = (at: number) => language.suggest(at)?.entries.map(({ label }) => label) ?? [];

test("says nothing of an unknown import before the Project's types are there, and everything else at once", () => {
  open('import { formatMoney } from "lib/money";\nconst a: string = 1;\nexport default () => formatMoney(a);');
  assert.deepEqual(
    language.problems().map(({ code, from, severity }) => [code, from, severity]),
    [["TS2322", 47, "error"]],
  );
  language.setTypes(types);
  assert.deepEqual(
    language.problems().map(({ code }) => code),
    ["TS2322", "TS2345"],
  );
});

test("is silent about plain JavaScript, as the build is", () => {
  open(
    "export default function run(input, ctx) {\n  const out = [];\n  for (const one of input.list) out.push(one);\n  return out;\n}",
  );
  assert.deepEqual(language.problems(), []);
});

test("offers this Project's secrets, collections and Libraries as literals", () => {
  assert.deepEqual(labels(open(handler('await ctx.secrets.get("|");'))), ["MAIL_TOKEN", "ORDERS_TOKEN"]);
  assert.deepEqual(labels(open(handler('ctx.collection("|");'))), ["people"]);
  assert.ok(labels(open(handler('const one = await ctx.collection("people").get("1"); one?.data.|'))).includes("age"));
  assert.ok(labels(open('import { | } from "lib/money";')).includes("formatMoney"));
  assert.ok(labels(open('import {} from "|";')).includes("lib/money"));
});

test("offers members with the span they replace, and explains one", () => {
  const at = open(handler("ctx.sec|"));
  const found = language.suggest(at);
  assert.deepEqual([found?.from, found?.to, found?.inString], [at - 3, at, false]);
  const explained = language.explain(at, "requestId");
  assert.match(explained?.signature ?? "", /Context\.requestId: string/);
  assert.match(explained?.documentation ?? "", /x-request-id/);
});

test("tells what is under the pointer, and which parameter is being written", () => {
  const at = open(handler("ctx.dead|line;"));
  const hover = language.hover(at);
  assert.match(hover?.signature ?? "", /\(property\) Context\.deadline: number/);
  assert.equal((hover?.to ?? 0) - (hover?.from ?? 0), "deadline".length);
  const signature = language.signature(open(handler("ctx.progress(1, |)")));
  const parameter = signature?.parameter;
  assert.ok(parameter);
  assert.equal(signature.signature.slice(parameter.from, parameter.to), "total?: number");
});

test("goes to a definition in the source, and shows one in the types", () => {
  const own = language.define(open("const limit = 5;\nexport default () => lim|it;"));
  assert.deepEqual([own?.from, own?.declaration], [6, null]);
  const typed = language.define(open(handler("await ctx.secr|ets.get('A');")));
  assert.ok(typed?.declaration);
  assert.equal(typed.declaration.text.slice(typed.from, typed.to), "secrets");
  assert.match(typed.declaration.title, /Context\.secrets/);
  const library = language.define(
    open('import { formatMoney } from "lib/money";\nexport default () => format|Money(1);'),
  );
  assert.equal(library?.declaration?.text.slice(library.from, library.to), "formatMoney");
});

test("knows the module of tests, and the Function that they import by its file", () => {
  const tests = (path: string) =>
    `import { call, expect, test } from "ferrule/test";\nimport greet, { most } from "${path}";\n\ntest("greets", async () => {\n  const wrong: number = (await call({})).status;\n  expect(greet({ name: 5 })).toBe(most);\n});\n`;
  const codes = () => language.problems().map(({ code }) => code);
  language.setTested({
    slug: "greet",
    source: "export const most = 5;\nexport default (input: { name: string }) => input.name;\n",
  });
  for (const path of ["./greet", "./greet.ts", "./index", "./index.ts", "."]) {
    open(tests(path));
    assert.deepEqual(codes(), ["TS2322", "TS2322"], path);
  }
  const defined = language.define(open(tests("./greet").replace("toBe(most", "toBe(mo|st")));
  assert.match(defined?.declaration?.title ?? "", /most in greet\.ts/);
  open(tests("./other"));
  assert.deepEqual(codes(), ["TS2307", "TS2322"]);
  language.setTested(null);
  open(tests("./greet"));
  assert.deepEqual(codes(), ["TS2307", "TS2322"]);
});

test("formats", () => {
  const source = "export default ( ) =>{\nreturn 1\n}\n";
  open(source);
  let formatted = source;
  for (const { from, to, insert } of language.format().toReversed())
    formatted = formatted.slice(0, from) + insert + formatted.slice(to);
  assert.equal(formatted, "export default () => {\n  return 1\n}\n");
});

test("answers for 2,000 lines within what a person takes for at once", () => {
  const lines = Array.from(
    { length: 480 },
    (_, n) =>
      `export function step${n}(input: { value: number }) {\n  const doubled = input.value * 2;\n  return { doubled, text: \`\${doubled}\` };\n}`,
  );
  const source = `${lines.join("\n")}\nexport default (input: { value: number }) => step7(input).text;\n`;
  assert.ok(source.split("\n").length > 1_900);
  open(source);
  assert.deepEqual(language.problems(), []);
  const started = performance.now();
  open(`${source}const wrong: string = step3({ value: 1 }).doubled;`);
  assert.equal(language.problems().length, 1);
  const tookMs = performance.now() - started;
  if (process.env["FERRULE_TEST_LENGTH"] === "full") assert.ok(tookMs < 2_000, `${tookMs} ms`);
});
