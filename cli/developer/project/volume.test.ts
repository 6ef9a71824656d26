import assert from "node:assert/strict";
import { test } from "node:test";
import { projectSource } from "@ferrule/contract/resources/project-source.ts";
import { TestFolder } from "./testing/test-folder.ts";

const many = 1_000;
const body = Array.from({ length: 100 }, (_, at) => `const value${at} = "something of a line ${at}";\n`).join("");
const source = () =>
  projectSource.parse({
    apiVersion: "ferrule/v1",
    functions: Array.from({ length: many }, (_, at) => ({
      slug: `fn-${at}`,
      name: `Function ${at}`,
      source: `export const config = { memoryMb: 128 };\n\n${body}export default () => ${at};\n`,
      timeoutMs: 5_000,
      memoryMb: 128,
    })),
    endpoints: [
      {
        kind: "mcp",
        slug: "tools",
        name: "tools",
        bindings: Array.from({ length: many }, (_, at) => ({ kind: "mcp", toolName: `t${at}`, function: `fn-${at}` })),
        policies: { development: { caller: { mode: "none" } }, production: { caller: { mode: "api-key" } } },
      },
    ],
  });

/** CPU time of this process in seconds; other programs of the machine do not affect it. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

test("a Project of 1,000 Functions is pulled, compared and pushed within five seconds each", async () => {
  await using folder = await TestFolder.create(source());
  const taken = {
    first: await secondsOf(() => folder.pull()),
    pull: await secondsOf(async () => {
      folder.server.edit((one) => {
        one.functions.find(({ slug }) => slug === "fn-500")!.source += "// More.\n";
      });
      await folder.pull();
    }),
    push: await secondsOf(async () => {
      await folder.edit("functions/fn-7.ts", (text) => `// Changed.\n${text}`);
      const { plan } = await folder.push();
      assert.deepEqual(
        plan?.changes.map(({ name }) => name),
        ["fn-7"],
      );
    }),
  };
  assert.match(await folder.read("functions/fn-500.ts"), /More\.\n$/);
  if (process.env["FERRULE_FIGURES"]) process.stdout.write(`${JSON.stringify(taken)}\n`);
  for (const [what, seconds] of Object.entries(taken)) assert.ok(seconds < 5, `${what} took ${seconds} s`);
});
