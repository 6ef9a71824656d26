import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Sandbox } from "../sandbox.ts";
import type { Attack } from "./attack.ts";
import { bentAttacks } from "./bent.ts";
import { cryptoAttacks } from "./crypto.ts";
import { errorAttacks } from "./errors.ts";
import { escapeAttacks } from "./escapes.ts";
import { floodAttacks } from "./floods.ts";
import { hoardAttacks } from "./hoards.ts";
import { invocationOf, startNeighbour, testSandbox, valueOf, type Neighbour } from "./harness.ts";
import type { Invocation, InvocationResult } from "../call/invocation.ts";
import { memoryAttacks } from "./memory.ts";
import { platformAttacks } from "./platform.ts";
import { programFile, readPrograms } from "./programs.ts";
import { sliceAttacks } from "./slices.ts";
import { streamAttacks } from "./streams.ts";
import { stubbornAttacks } from "./stubborn.ts";
import { timeAttacks } from "./time.ts";

/** The promise is 300 ms. We check exact timing only on a machine that has nothing else to do. */
const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const slackMs = full ? 700 : 10_000;
const noRoom = "No executor was free in time.";

function check(attack: Attack, result: Awaited<ReturnType<Sandbox["invoke"]>>, timeoutMs: number): void {
  const { outcome } = result;
  if ("ended" in attack.expect) {
    assert.equal(outcome.kind, "terminated", JSON.stringify(outcome));
    assert.ok(outcome.kind === "terminated" && attack.expect.ended.includes(outcome.reason), JSON.stringify(outcome));
    assert.ok(result.durationMs < timeoutMs + 300 + slackMs, `ended after ${result.durationMs} ms`);
  } else if ("throws" in attack.expect) {
    assert.equal(outcome.kind, "threw", JSON.stringify(outcome).slice(0, 500));
    assert.match((outcome as { message: string }).message, attack.expect.throws);
  } else {
    assert.deepEqual(valueOf(result), attack.expect.returns);
  }
}

const groups: Record<string, Attack[]> = {
  time: timeAttacks,
  memory: memoryAttacks,
  floods: floodAttacks,
  errors: errorAttacks,
  escapes: escapeAttacks,
  platform: platformAttacks,
  stubborn: stubbornAttacks,
  hoards: hoardAttacks,
  crypto: cryptoAttacks,
  slices: sliceAttacks,
  bent: bentAttacks,
  streams: streamAttacks,
};

/** This comes before all tests, because tests that are declared after a pause do not run. */
const programs = await readPrograms("programs", "*/*.ts", { bundle: false });

test("every attack has its program, and every program is an attack", () => {
  const files = Object.entries(groups).flatMap(([group, attacks]) =>
    attacks.map(({ name }) => programFile(group, name)),
  );
  assert.deepEqual([...programs.keys()].toSorted(), files.toSorted());
});

/** Runs an attack while a neighbour is called, and returns both results. */
type CarryOut = (
  sandbox: Sandbox,
  source: string,
  over: Partial<Invocation>,
) => Promise<{ result: InvocationResult; neighbour: Neighbour }>;

function testAttacks(carryOut: CarryOut): void {
  let sandbox: Sandbox;
  // Each group has one executor, so that attacker and neighbour start in the same process.
  before(async () => {
    // sandbox.test.ts tests CPU time. Here each attack gets the time that it names.
    sandbox = await testSandbox({ executors: 1, cpuLimitMs: 120_000 });
  });
  after(() => sandbox[Symbol.asyncDispose]());

  for (const [group, attacks] of Object.entries(groups)) {
    for (const attack of attacks) {
      test(`${group}: ${attack.name}`, async () => {
        const timeoutMs = attack.timeoutMs ?? 60_000;
        const over = { timeoutMs, memoryMb: attack.memoryMb ?? 64, ...attack.over };
        const { result, neighbour } = await carryOut(sandbox, programs.get(programFile(group, attack.name))!, over);
        const { right, wrong } = await neighbour.stop();
        assert.deepEqual(wrong, []);
        assert.ok(right > 0);
        check(attack, result, timeoutMs);
      });
    }
  }
}

describe("a neighbour keeps answering through", { concurrency: 1 }, () =>
  testAttacks(async (sandbox, source, over) => {
    const neighbour = startNeighbour(sandbox);
    let result = await sandbox.invoke(invocationOf(source, over));
    // On a crowded machine, an executor may start too late, so that the attack has not begun.
    while (result.outcome.kind === "terminated" && result.outcome.message === noRoom)
      result = await sandbox.invoke(invocationOf(source, over));
    return { result, neighbour };
  }),
);

/** Adds a quick mode to an attack, which is otherwise unchanged. */
const quickBefore = (source: string) =>
  `${source.replace("export default", "const attack =")}
  export default (input, ctx) => (input.quick ? 1 : attack(input, ctx));`;

describe(
  "nothing else comes of an attack by a Function that was quick before",
  { concurrency: 1, skip: full ? false : "long" },
  () =>
    testAttacks(async (sandbox, attack, over) => {
      const source = quickBefore(attack);
      let last: InvocationResult | undefined;
      // If its module cannot be evaluated, it has no quick mode either.
      for (let n = 0; n < 40 && (last === undefined || last.outcome.kind === "returned"); n++)
        last = await sandbox.invoke(invocationOf(source, { ...over, inputJson: '{"quick":true}' }));
      // We start it while it is alone, so that it starts in the main thread.
      const attacking = sandbox.invoke(invocationOf(source, over));
      const neighbour = startNeighbour(sandbox);
      return { result: await attacking, neighbour };
    }),
);
