import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { listen } from "./listen.ts";
import { freePort, freePorts } from "./free-ports.ts";

test("ports differ from each other, and are none that a system gives to a connection by itself", async () => {
  const ports = (await Promise.all([freePorts(10), freePorts(10)])).flat();
  assert.equal(new Set(ports).size, 20);
  assert.deepEqual(
    ports.filter((port) => port < 1_024 || port >= 32_768),
    [],
  );
});

test("a port that is taken is passed over", async () => {
  for (;;) {
    const holder = createServer();
    const next = (await freePort()) + 1;
    const held = await listen(holder, next, "127.0.0.1").catch(() => null);
    // Another process may hold it for as long as it likes.
    if (held === null) continue;
    assert.notEqual(await freePort(), held);
    holder.close();
    return;
  }
});
