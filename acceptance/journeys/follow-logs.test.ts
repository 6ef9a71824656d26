import assert from "node:assert/strict";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { bundled, makeUser, systemNode } from "@ferrule/cli/developer/testing/make-user.ts";
import { createFunction, openProject } from "../deploy.ts";
import { eventually } from "../eventually.ts";
import { startTestPlatform } from "../platform.ts";

const withinMs = 60_000;
const source = `export default async function greet(input: { n: number }) { console.log("call", input.n); return input; }`;

test("ferrule logs --follow shows each call once, also when the gateway is killed meanwhile", async (t) => {
  await using platform = await startTestPlatform();
  const client = await platform.signInAsOwner();
  const project = await openProject(client);
  const functionId = await createFunction(client, "greet", source);
  const { value } = await client.createToken({ body: { name: "test", role: "developer", projectId: project.id } });
  const user = makeUser(t, { node: systemNode(), program: bundled });
  const env = { FERRULE_URL: platform.url, FERRULE_TOKEN: value };
  const call = async (n: number) => {
    const { executionId } = await client.testFunction({ params: { functionId }, body: { input: { n } } });
    return executionId;
  };

  const before = await call(0);
  const child = user.start(["logs", "--follow", "--json", "--function", "greet"], { env });
  const shown: { id: string; logs: { message: string }[] }[] = [];
  createInterface({ input: child.stdout! }).on("line", (line) => shown.push(JSON.parse(line) as never));
  const ended = once(child, "close");
  const isShown = (id: string) =>
    eventually(async () => (shown.some((each) => each.id === id) ? true : undefined), withinMs);

  await isShown(before);
  const first = await call(1);
  await isShown(first);
  process.kill(platform.gateway.pid!, "SIGKILL");
  const second = await eventually(() => call(2).catch(() => undefined), withinMs);
  await isShown(second);
  const third = await call(3);
  await isShown(third);
  child.kill("SIGINT");
  assert.deepEqual(await ended, [130, null]);

  const ids = shown.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of [before, first, second, third]) assert.ok(ids.includes(id));
  assert.match(shown.find(({ id }) => id === third)?.logs[0]?.message ?? "", /call 3/);
});
