import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeUpstream, sendRaw, testGateway } from "./testing.ts";

const quick = { headersTimeoutMs: 300, requestTimeoutMs: 600, timeoutCheckMs: 50 };

test("408 for a header that never ends", async (t) => {
  const gateway = await testGateway(t, {}, quick);
  const answer = await sendRaw(gateway.port, "GET /mcp/d/p/e HTTP/1.1\r\nhost: x\r\nx-slow: ");
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /"code":"TIMEOUT"/);
  assert.match(answer, /x-request-id: req_/);
});

test("408 for a body that never ends, and no worker sees it", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] }, quick);
  const head = "POST /mcp/d/p/e HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nfirst";
  const answer = await sendRaw(gateway.port, head);
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.deepEqual(worker.seen, []);
});

test("431 for a header over 16 KiB, 400 for what is not HTTP, both in the one error shape", async (t) => {
  const gateway = await testGateway(t, {});
  const large = await sendRaw(gateway.port, `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(17_000)}\r\n\r\n`);
  assert.match(large, /^HTTP\/1\.1 431 [^]*x-request-id: req_[^]*"code":"PAYLOAD_TOO_LARGE"/);
  const both = "POST /mcp/a HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
  for (const text of ["nonsense\r\n\r\n", both]) {
    assert.match(await sendRaw(gateway.port, text), /^HTTP\/1\.1 400 [^]*"code":"VALIDATION_ERROR"/);
  }
});
