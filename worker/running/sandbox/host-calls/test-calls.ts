import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { testCalls, type TestCall } from "../call/invocation.ts";
import type { HostCall } from "./host-call.ts";

const call =
  (name: TestCall): HostCall =>
  async (argument, _bytes, { invocation }) => {
    const run = invocation.tests?.[name];
    if (run === undefined) throw new HostCallError("UNAVAILABLE", "Only a run of tests can ask for this.");
    return { value: run(argument) };
  };

/** What the program that runs tests asks its worker for. Any other call is refused. */
export const createTestCalls = (): Record<string, HostCall> =>
  Object.fromEntries(testCalls.map((name) => [name, call(name)]));
