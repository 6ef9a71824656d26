import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCall } from "../host-calls/host-call.ts";
import { noteHostCall } from "./note-host-call.ts";

const found: HostCall = () => Promise.resolve({ value: { found: false } });
const grant = { secrets: ["TOKEN"], hosts: [], collections: [], cache: true };

describe("the host calls of a run", () => {
  test("are noted in the order they began, by name, time and whether they were answered", async () => {
    const hostCalls: Record<string, HostCall> = {
      "secrets.get": () => Promise.resolve({ value: "the token" }),
      "cache.get": found,
      "cache.set": () => Promise.reject(new HostCallError("LIMIT_EXCEEDED", "Too large.")),
    };
    await using sandbox = await testSandbox({ executors: 1, hostCalls });
    const source = `export default async (i, ctx) => {
      const token = await ctx.secrets.get("TOKEN");
      await ctx.cache.get("key of " + token);
      return ctx.cache.set("k", "value").catch((error) => error.code); };`;
    const result = await sandbox.invoke(invocationOf(source, { grant }));
    assert.equal(valueOf(result), "LIMIT_EXCEEDED");
    assert.deepEqual(
      result.hostCalls.map(({ name, ok }) => [name, ok]),
      [
        ["secrets.get", true],
        ["cache.get", true],
        ["cache.set", false],
      ],
    );
    assert.doesNotMatch(JSON.stringify(result.hostCalls), /token|value|TOKEN/);
    let before = 0;
    for (const { atMs, durationMs } of result.hostCalls) {
      assert.ok(atMs >= before && durationMs >= 0 && atMs + durationMs <= result.durationMs + 0.01);
      before = atMs;
    }
  });

  test("are noted to a hundred and counted beyond", async () => {
    await using sandbox = await testSandbox({ executors: 1, hostCalls: { "cache.get": found } });
    const source = `export default async (i, ctx) => { for (let n = 0; n < 130; n++) await ctx.cache.get("k"); };`;
    const { hostCalls, hostCallsOmitted } = await sandbox.invoke(invocationOf(source, { grant, timeoutMs: 60_000 }));
    assert.deepEqual([hostCalls.length, hostCallsOmitted], [100, 30]);
  });

  test("that have no answer when it ends have taken until then, and were not ok", async () => {
    const stop = new AbortController();
    const unanswered: HostCall = () => new Promise(() => stop.abort());
    await using sandbox = await testSandbox({ executors: 1, hostCalls: { "cache.get": unanswered } });
    const invocation = invocationOf(`export default (i, ctx) => ctx.cache.get("k");`, { grant, signal: stop.signal });
    const { hostCalls, durationMs } = await sandbox.invoke({ ...invocation, timeoutMs: 60_000 });
    const [note] = hostCalls;
    assert.equal(note?.ok, false);
    assert.ok(Math.abs(note.atMs + note.durationMs - durationMs) < 0.01, JSON.stringify([note, durationMs]));
  });

  test("by names that only a broken guest can use leave no word", () => {
    const call = { startedAt: 0, notes: [], notesOmitted: 0 };
    for (const name of ["cache.stolen", "fetch", "__proto__"]) assert.equal(noteHostCall(call, name), undefined);
    assert.deepEqual([call.notes, call.notesOmitted], [[], 0]);
  });
});
