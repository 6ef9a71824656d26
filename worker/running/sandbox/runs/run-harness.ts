import type { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { RunWait, StoredStep } from "@ferrule/contract/internal/runs.ts";
import { guestKept, guestQuestion, guestStart } from "@ferrule/contract/internal/run-calls.ts";
import type { HostCall } from "../host-calls/host-call.ts";
import type { Invocation, InvocationResult } from "../call/invocation.ts";
import { digestOfQuestion } from "../call/outcome/read-waits.ts";
import { invocationOf, testSandbox } from "../conformance/harness.ts";

type Run = NonNullable<Invocation["run"]>;

/** The facts of the first attempt of a run that may take an hour. */
export const runOf = (over: Partial<Run> = {}): Run => ({
  id: "run_test",
  attempt: 1,
  startedAt: Date.now(),
  deadline: Date.now() + 3_600_000,
  parentId: null,
  durable: true,
  steps: [],
  ...over,
});

/** A sandbox whose runs store their steps in memory, by the id of the run. */
export async function runSandbox() {
  const steps = new Map<string, StoredStep[]>();
  const asked: { name: string; argument: unknown }[] = [];
  /** What the next stores refuse with. */
  const refusals: HostCallError[] = [];
  const store = (runId: string, step: StoredStep) => {
    const before = (steps.get(runId) ?? []).filter(({ key }) => key !== step.key);
    steps.set(runId, [...before, step]);
  };
  const noted =
    (name: string, answer: (argument: unknown, invocation: Invocation) => unknown): HostCall =>
    async (argument, _bytes, { invocation }) => {
      asked.push({ name, argument });
      await new Promise((resolve) => setImmediate(resolve));
      return { value: answer(argument, invocation) };
    };
  const sandbox = await testSandbox({
    hostCalls: {
      "runs.keep": noted("runs.keep", (argument, { run }) => {
        const refusal = refusals.shift();
        if (refusal !== undefined) throw refusal;
        const { key, attempts, state, value } = guestKept.parse(argument);
        store(run!.id, { key, kind: "step", attempts, state, value });
      }),
      "runs.asked": noted("runs.asked", (argument) => ({ asked: digestOfQuestion(guestQuestion.parse(argument)) })),
      "runs.start": noted("runs.start", (argument, { run }) => {
        const { step, function: slug } = guestStart.parse(argument);
        const id = `run_${slug}_${step?.position ?? "plain"}`;
        if (step !== undefined)
          store(run!.id, { key: step.key, kind: "start", attempts: 1, state: "done", value: JSON.stringify({ id }) });
        return { id };
      }),
      "runs.get": noted("runs.get", (argument) => ({
        run: { id: (argument as { runId: string }).runId, status: "running" },
      })),
      "runs.cancel": noted("runs.cancel", () => ({ cancelled: true })),
      "runs.send": noted("runs.send", () => ({ woken: 2 })),
      "secrets.get": noted("secrets.get", () => "s"),
    },
  });
  return {
    sandbox,
    steps,
    asked,
    refusals,
    store,
    /** Runs one attempt with what is stored of the run. */
    attempt(code: string, over: Partial<Run> = {}, call: Partial<Invocation> = {}): Promise<InvocationResult> {
      const run = runOf(over);
      return sandbox.invoke(invocationOf(code, { ...call, run: { ...run, steps: steps.get(run.id) ?? run.steps } }));
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

/** What a suspended attempt waits for. For any other outcome, it fails with the outcome in the message. */
export function waitsOf({ outcome }: InvocationResult): RunWait[] {
  if (outcome.kind !== "suspended") throw new Error(`expected a suspended run, got ${JSON.stringify(outcome)}`);
  return outcome.waits;
}

/** The code and the message of a failed attempt. */
export function errorOf({ outcome }: InvocationResult): { code: string; message: string } {
  if (outcome.kind !== "threw") throw new Error(`expected an error, got ${JSON.stringify(outcome)}`);
  const { code, message } = outcome;
  return { code, message };
}
