import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startTestControlPlane } from "../../../testing/test-control-plane.ts";
import { cacheWorker, home } from "../testing/cache-worker.ts";

/** Both wait for a server that does not answer. */
describe("a server of the cache", { concurrency: 2 }, () => {
  test("that is away: the cache is refused to Functions and operators, and everything else works", async () => {
    await using plane = await startTestControlPlane({ redisUrl: "redis://127.0.0.1:1" });
    const { id } = await plane.createProject();
    const worker = cacheWorker(plane, id);
    for (const name of ["cache.get", "cache.delete"]) {
      const [result] = await worker.send([{ name, argument: { key: "a" } }]);
      assert.deepEqual([result?.ok, result?.ok === false && result.code], [false, "UNAVAILABLE"]);
      assert.doesNotMatch(JSON.stringify(result), /127\.0\.0\.1|ECONN/);
    }
    const owner = await plane.signInAs("owner", id);
    await assert.rejects(owner.listCacheEntries({ query: home }), { status: 503, code: "UNAVAILABLE" });
    await assert.rejects(owner.revealCacheEntry({ body: { ...home, key: "a" } }), { status: 503 });
    await assert.rejects(owner.deleteCacheEntry({ query: { ...home, key: "a" } }), { status: 503 });
    assert.equal((await plane.request("/ready")).status, 200);
    assert.ok((await owner.createFunction({ body: { slug: "works", source: "export default () => 1;" } })).id);
  });

  test("that falls silent is given up within seconds, and calls are refused meanwhile", async () => {
    let silent = false;
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (data) => {
        const commands = data.toString("latin1").match(/^\*\d+\r$/gm)?.length ?? 0;
        if (!silent) socket.write("+OK\r\n".repeat(commands));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await using plane = await startTestControlPlane({ redisUrl: `redis://127.0.0.1:${port}` });
    const { id } = await plane.createProject();
    const worker = cacheWorker(plane, id);
    await worker.set("a", 1);
    silent = true;
    const began = performance.now();
    await assert.rejects(worker.set("a", 2), /UNAVAILABLE/);
    assert.ok(performance.now() - began < 9_000, "before the worker gives up");
    await assert.rejects(worker.set("a", 3), /UNAVAILABLE/);
    server.close();
  });
});
