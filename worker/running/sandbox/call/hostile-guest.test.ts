import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { invocationOf, startNeighbour, valueOf } from "../conformance/harness.ts";
import { hostileGuests } from "../conformance/takeover.ts";
import type { Sandbox } from "../sandbox.ts";

/** Replaces the prelude: the input is a program that gets the executor's functions. Without a program it returns 1. */
const prelude = `
globalThis.__ferrule_boot = (cell, [attached, alarm, random], told, toldInline) => {
  let handler;
  globalThis.__ferrule_module = { FunctionError: Error, attach: () => { attached(); handler = true; start(); } };
  let waiting;
  const start = () => {
    if (handler === undefined || waiting === undefined) return;
    const { input, inline, number } = waiting;
    waiting = undefined;
    Atomics.store(new Int32Array(cell), 0, number);
    const [finish, log, call, drop, progress] = inline ? toldInline : told;
    const { program } = JSON.parse(input);
    if (program === undefined) return finish("value", "1", "", 0);
    new Function("finish", "log", "call", "drop", "progress", "alarm", "random", "attached", program)(finish, log, call, drop, progress, alarm, random, attached);
  };
  return (inline, kind, number, facts, input) => {
    if (kind !== "call") return;
    waiting = { inline, number, input };
    start();
  };
};
globalThis.__ferrule_module = { FunctionError: Error, attach: (...all) => globalThis.__ferrule_module.attach(...all) };
`;

const failing: Record<string, string> = {
  "a result of objects": "finish({}, {}, {}, {}, {})",
  "a result of nothing": "finish()",
  "a result of no known kind": "finish('terminated', '', '', 0)",
  "a result whose bytes are words": "finish('http', '', '{}', 0, new Float64Array(9))",
  "a result whose bytes only say that they are": "finish('http', '', '{}', 0, { byteLength: 1 })",
  "a host call of objects": "call({}, {}, {}, {})",
  "a host call of nothing": "call()",
  "a host call with a number that is none": "call(NaN, 'fetch', 'null')",
  "a host call whose bytes have no end": "call(1, 'fetch', 'null', { byteLength: -1 })",
  "a host call with a long name": "call(1, 'x'.repeat(1e6), 'null')",
  "a log of objects": "log({}, {}, {})",
  "a log of nothing": "log()",
  "progress that is no text": "progress({ length: 1 })",
  "progress that is null": "progress('null')",
  "progress that is no JSON": "progress('}')",
  "progress of nothing": "progress()",
  "giving up what has no number": "drop({})",
};

const harmless: Record<string, string> = {
  "an alarm at no time": "for (const at of [{}, 'x', NaN, -1, Infinity, 10n]) try { alarm(at) } catch {}",
  "random bytes of no number": "for (const n of [{}, 'x', NaN, -1, Infinity, 10n, 1e9]) try { random(n) } catch {}",
  "being there again and again": "for (let n = 0; n < 1e4; n++) attached()",
  "giving up again and again": "for (let n = 0; n < 1e5; n++) drop(n)",
  "a host call that is no JSON": "call(1, 'fetch', '}')",
  "a time that was none": "finish('value', '2', '', Infinity); return",
};

describe("a guest that has got past its prelude", () => {
  let runner: Awaited<ReturnType<typeof hostileGuests>>;
  before(async () => {
    runner = await hostileGuests(prelude);
  });
  after(() => runner.close());

  async function run(program: string) {
    // A neighbour in the same executor, which must not notice anything.
    const neighbour = startNeighbour({
      invoke: (invocation) => runner.invoke({ ...invocation, inputJson: "{}" }),
    } as Sandbox);
    const result = await runner.invoke(
      invocationOf("export default 1;", {
        inputJson: JSON.stringify({ program }),
        timeoutMs: 10_000,
        onProgress: () => undefined,
      }),
    );
    const { wrong } = await neighbour.stop();
    // It always returns 1, not its input. The only point is that no call was lost.
    assert.deepEqual(
      wrong.filter((outcome) => (outcome as { kind: string }).kind !== "returned"),
      [],
    );
    return result;
  }
  let executors = 0;

  for (const [name, program] of Object.entries(failing)) {
    test(`ends its own call, and nothing else: ${name}`, async () => {
      executors ||= runner.state().executors;
      const { outcome } = await run(program);
      assert.equal(outcome.kind, "threw", JSON.stringify(outcome));
      assert.match((outcome as { message: string }).message, /does not understand/);
    });
  }

  for (const [name, program] of Object.entries(harmless)) {
    test(`does itself no good: ${name}`, async () => {
      const answered = await run(`${program}; finish("value", "2", "", 0);`);
      assert.equal(valueOf(answered), 2);
    });
  }
});
