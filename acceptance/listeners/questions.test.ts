import assert from "node:assert/strict";
import { test } from "node:test";
import { openQuestion, type RawQuestion } from "./open-question.ts";
import { startRoleProcess } from "./role-process.ts";

const many = process.env["FERRULE_TEST_LENGTH"] === "full" ? 10_000 : 500;
/** What one open question may cost the worker, in bytes; with few, what it allocates once counts too. */
const most = many === 10_000 ? { heap: 48_000, resident: 96_000 } : { heap: 96_000, resident: 320_000 };
const atOnce = 100;

test(`${many} questions are open on streams of one worker, and are answered`, { timeout: 900_000 }, async () => {
  await using worker = await startRoleProcess("worker-process", 1);
  const url = new URL(await worker.ask<string>("url"));
  const headers = {
    "x-internal-token": await worker.ask<string>("internalToken"),
    "x-api-key": await worker.ask<string>("keyOf", 0),
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
  };
  const post = (body: object, more: Record<string, string> = {}) =>
    fetch(new URL("/mcp/development/one/tools", url), {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
    });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo: { name: "t", version: "1" },
  };
  const hello = await post({ id: 0, method: "initialize", params });
  await hello.text();
  const session = { "mcp-session-id": hello.headers.get("mcp-session-id") ?? "" };
  const asking = { port: Number(url.port), headers: { ...headers, ...session } };

  const one = await openQuestion(asking);
  const before = await worker.memory();
  const questions: RawQuestion[] = [one];
  while (questions.length < many)
    questions.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(atOnce, many - questions.length) }, () => openQuestion(asking)),
      )),
    );
  const open = await worker.memory();
  const figures = await (await fetch(new URL("/metrics", url), { headers })).text();
  assert.match(figures, new RegExp(`^ferrule_worker_questions_open(?:\\{[^}]*\\})? ${many}$`, "m"));
  const [heap, resident] = [(open.heap - before.heap) / many, (open.resident - before.resident) / many];
  process.stdout.write(`${Math.round(heap)} bytes of heap and ${Math.round(resident)} resident an open question\n`);
  assert.ok(heap < most.heap && resident < most.resident, `${heap} ${resident}`);
  assert.equal(new Set(questions.map(({ id }) => id)).size, many);

  const half = questions.slice(0, many / 2);
  for (const { socket } of questions.slice(many / 2)) socket.destroy();
  for (let at = 0; at < half.length; at += atOnce)
    await Promise.all(
      half.slice(at, at + atOnce).map(async ({ id }) => {
        const answer = { action: "accept", content: { at: 1 } };
        assert.equal((await post({ id, result: answer }, session)).status, 202);
      }),
    );
  const deadline = performance.now() + 60_000;
  while (half.some(({ text }) => !text.includes(`"result"`))) {
    assert.ok(performance.now() < deadline, "every answer reaches its call");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const { socket } of half) socket.destroy();
  const isEmpty = async () =>
    /^ferrule_worker_questions_open(?:\{[^}]*\})? 0$/m.test(
      await (await fetch(new URL("/metrics", url), { headers })).text(),
    );
  while (!(await isEmpty())) {
    assert.ok(performance.now() < deadline + 30_000, "nobody waits for clients that have left");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
