import assert from "node:assert/strict";
import { test } from "node:test";
import { request } from "undici";
import { fakeUpstream, testGateway, until } from "./testing.ts";

/** A call on a connection of its own. */
async function call(port: number): Promise<number> {
  const headers = { connection: "close" };
  const answer = await request(`http://127.0.0.1:${port}/mcp/d/p/e`, {
    method: "POST",
    body: "{}",
    headers,
    reset: true,
  });
  await answer.body.dump();
  return answer.statusCode;
}

test("two gateways share a port, and one that drains leaves it to the other", async (t) => {
  const [left, right] = [await fakeUpstream(t), await fakeUpstream(t)];
  const one = await testGateway(t, { workers: [left], settings: { reusePort: true } });
  const other = await testGateway(t, { workers: [right], settings: { reusePort: true, port: one.port } });
  assert.equal(other.port, one.port);
  await until(async () => (await call(one.port)) === 200 && left.seen.length > 0 && right.seen.length > 0);
  await one.close();
  const before = left.seen.length;
  const statuses = await Promise.all(Array.from({ length: 50 }, () => call(other.port)));
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.equal(left.seen.length, before);
});

test("a gateway that shares no port leaves none to another", async (t) => {
  const one = await testGateway(t, {});
  await assert.rejects(testGateway(t, { settings: { reusePort: true, port: one.port } }), /already in use/);
});
