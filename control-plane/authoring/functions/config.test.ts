import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestControlPlane } from "../../testing/test-control-plane.ts";
import { configProblems, readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import { readLiteral } from "@ferrule/contract/function-config/read-literal.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { configInSource } from "./config-in-source.ts";
import { issuesOf } from "../../testing/refusal.ts";

const plane = duringTests(startTestControlPlane);
const client = duringTests(() => plane.signInAs("developer"));

const handler = "export default () => 1;\n";
const withConfig = (config: string) =>
  `import type { Config } from "ferrule";\n\nexport const config = ${config}\n${handler}`;
let made = 0;
const create = (source: string, over: object = {}) =>
  client.createFunction({ body: { slug: `fn-${(made += 1)}`, source, ...over } });

test("config in the source wins over what is given, and says so", async () => {
  const source = withConfig('{ timeoutMs: 5_000, permissions: { secrets: ["TOKEN"] } } satisfies Config;');
  const created = await create(source, { timeoutMs: 1, memoryMb: 128 });
  assert.equal(created.timeoutMs, 5_000);
  assert.equal(created.memoryMb, 128);
  assert.deepEqual(created.permissions, { secrets: ["TOKEN"], hosts: [], collections: [], cache: false });
  assert.deepEqual(created.setInCode, ["timeoutMs", "permissions"]);
  const params = { functionId: created.id };
  const body = { name: "Put", source: withConfig("{ memoryMb: 32 }"), memoryMb: 300 };
  const put = await client.replaceFunction({ params, body });
  assert.deepEqual([put.memoryMb, put.timeoutMs, put.setInCode], [32, 10_000, ["memoryMb"]]);
  const source64 = withConfig("{ memoryMb: 64 }");
  const patched = await client.updateFunction({ params, body: { source: source64 } });
  assert.deepEqual([patched.memoryMb, patched.revision], [64, 3]);
  const version = await client.getFunctionVersion({ params: { ...params, revision: "3" } });
  assert.equal(version.memoryMb, 64);
});

test("PATCH refuses another value for what the source sets, and takes the same one and others", async () => {
  const { id } = await create(withConfig("{ timeoutMs: 2_000 };"));
  const params = { functionId: id };
  const issues = await issuesOf(client.updateFunction({ params, body: { timeoutMs: 3_000, memoryMb: 32 } }));
  assert.deepEqual(issues, [{ path: "body.timeoutMs", message: "is set by config in the source: change it there" }]);
  assert.equal((await client.getFunction({ params })).revision, 1);
  const patched = await client.updateFunction({ params, body: { timeoutMs: 2_000, memoryMb: 32 } });
  assert.deepEqual([patched.timeoutMs, patched.memoryMb], [2_000, 32]);
});

test("a manifest plans with the settings of the source", async () => {
  const owner = await plane.signInAs("owner");
  const endpoint = await owner.createRuntimeEndpoint({ body: { kind: "mcp", slug: "configured", name: "Configured" } });
  const { id, slug } = await create(withConfig("{ memoryMb: 32 }"));
  const tool = { functionId: id, toolName: "configured" };
  await owner.createMcpBinding({ params: { endpointId: endpoint.id }, body: tool });
  const params = { endpointId: endpoint.id };
  const manifest = await owner.getManifest({ params });
  const functions = manifest.functions.map((one) => ({ ...one, memoryMb: 500 }));
  const plan = await owner.previewManifest({ params, body: { manifest: { ...manifest, functions } } });
  assert.deepEqual(plan.changes, [], slug);
  const unreadable = functions.map((one) => ({ ...one, source: withConfig("{ memoryMb: LIMIT }") }));
  const issues = await issuesOf(
    owner.previewManifest({ params, body: { manifest: { ...manifest, functions: unreadable } } }),
  );
  assert.match(
    `${issues[0]?.path} ${issues[0]?.message}`,
    /^body\.manifest\.functions\.0\.source line 3: config must be/,
  );
});

test("refuses a config that is not a literal, with the line, and saves nothing", async () => {
  const refused: [config: string, message: RegExp][] = [
    ["{ timeoutMs: LIMIT }", /^line 3: config must be a literal/],
    ["{ ...base }", /^line 3: config needs the name of a member/],
    ["{\n  name: `${x}` }", /^line 4: config must be a text without/],
    ["{ name: 'a }", /^line 3: config cannot be read: the source has a syntax error/],
    ["{ name: 'a' 'b' }", /^line 3: config needs a comma or }/],
    ["{ name: 'a', name: 'b' }", /^line 3: config has "name" where it may not stand/],
    ["{ __proto__: { name: 'a' } }", /^line 3: config has "__proto__"/],
    ["{ timeoutMs: 5 } as any", /^line 3: config must be one literal, which ends here/],
    ["{ timeoutMs: 1 } || {}", /^line 3: config must be one literal/],
    ["Object.freeze({})", /^line 3: config must be a literal/],
    ["{ timeoutMs: 0 }", /^line 3: config.timeoutMs /],
    ["{ timeout: 5 }", /^line 3: config.timeout is not a known field/],
    ["{ source: 'x' }", /^line 3: config.source is not a known field/],
    [`${"[".repeat(40)}${"]".repeat(40)}`, /nested more than 16 deep/],
    ["{ name: '\\u{110000}' }", /beyond U\+10FFFF/],
  ];
  for (const [config, message] of refused)
    assert.match((await issuesOf(create(withConfig(config))))[0]?.message ?? "", message, config);
  for (const source of [
    "const a = 1; export { a as config };",
    "export const a = 1, config = {};",
    "export let config = {};",
  ])
    await assert.rejects(create(source), { code: "VALIDATION_ERROR" }, source);
  await assert.rejects(create(`export const config = {};\nexport default () => "`), { code: "VALIDATION_ERROR" });
});

test("a draft with a syntax error and no config is saved as before", async () => {
  const created = await create("const config = 1; export default () => {");
  assert.deepEqual(created.setInCode, []);
});

test("a type of that name declares nothing, and line ends of either kind are read alike", () => {
  assert.deepEqual(configInSource(`export type config = { memoryMb: number };\n${handler}`), {});
  const source = withConfig("{\n  // Small.\n  memoryMb: 16,\n  description: 'one \\\ntwo',\n} satisfies Config");
  assert.deepEqual(configInSource(source), { memoryMb: 16, description: "one two" });
  assert.deepEqual(configInSource(source.replaceAll("\n", "\r\n")), { memoryMb: 16, description: "one two" });
});

test("only an export declares it", () => {
  const hidden = [
    "/* export const config = { memoryMb: 8 } */",
    "const text = `export const config = { memoryMb: 8 }`;",
  ];
  for (const text of hidden) assert.deepEqual(configInSource(`${text}\n${handler}`), {}, text);
  assert.deepEqual(configInSource(`${hidden.join("\n")}\nexport const config: Config = { memoryMb: 16, };`), {
    memoryMb: 16,
  });
});

test("reads every literal as JavaScript does", async () => {
  const literals = [
    String.raw`{ "a b": 'it\'s', 'c': "x\n\t\u00e9\u{1F600}\x41\\", d: [1, -2.5, 1e3, 10_000, ], e: true, f: null, g: false, }`,
    "[/* one */ 1, // two\n 2, `three\nlines $ {}`]",
    '"\\\nsame line"',
    "{}",
    "[[[]]]",
  ];
  for (const text of literals) {
    const module = (await import(`data:text/javascript,export default ${encodeURIComponent(text)}`)) as {
      default: unknown;
    };
    const evaluated = module.default;
    assert.deepEqual(readLiteral(text, 0), { value: evaluated, end: text.length }, text);
  }
});

test("what cannot be read is reported where the source is checked, and hides nothing else", () => {
  const source = withConfig("{ timeoutMs: LIMIT }");
  assert.deepEqual(readableConfig(source), {});
  const [problem] = configProblems(source);
  assert.deepEqual([problem?.line, problem?.column, problem?.code], [3, 36, "CONFIG_INVALID"]);
});

test("the time grows linearly with the text", () => {
  const shapes: ((length: number) => string)[] = [
    (length) => withConfig(`{ name: "${"\\".repeat(length)}`),
    (length) => withConfig("/*".repeat(length / 2)),
    (length) => withConfig(`{${" //\n".repeat(length / 4)}`),
    (length) => withConfig(`[${"1,".repeat(length / 2)}`),
    (length) => withConfig(`{${" ".repeat(length)}x`),
    (length) => `${"export const ".repeat(length / 13)}config`,
    (length) => withConfig(`{ memoryMb: 8 }${" ".repeat(length)}x`),
    (length) => withConfig(`{ memoryMb: ${"1_".repeat(length / 2)}x }`),
    (length) =>
      "\n".repeat(length / 2) + withConfig(`{${Array.from({ length: length / 20 }, (_, at) => `a${at}:1,`).join("")}}`),
  ];
  const millisecondsOf = (text: string) => {
    const began = process.threadCpuUsage();
    configProblems(text);
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
  for (const [index, shape] of shapes.entries()) {
    const least = Math.min(...[1, 2, 3].map(() => millisecondsOf(shape(500_000))));
    assert.ok(least < 400, `shape ${index} took ${least} ms`);
  }
});
