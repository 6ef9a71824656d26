import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { RunningCall } from "@ferrule/contract/internal/workers.ts";
import { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import { Cancellation } from "../../ground/cancellation.ts";
import type { Invocation, Invoke } from "../../running/sandbox/call/invocation.ts";

interface Running {
  invocation: Invocation;
  /** Epoch milliseconds. */
  startedAt: number;
  /** `performance.now()` at the same moment. */
  began: number;
  cancellation: Cancellation;
}

const described = ({ invocation, startedAt }: Running): RunningCall => ({
  executionId: invocation.executionId,
  projectId: invocation.projectId,
  requestId: invocation.requestId,
  environment: invocation.environment,
  functionId: invocation.functionId,
  functionName: invocation.functionName,
  endpointId: invocation.endpointId ?? null,
  source: invocation.source,
  tenantId: invocation.tenantId,
  startedAt: new Date(startedAt).toISOString(),
});

/** The calls and tests that run in this worker. You can end each by its execution's id. */
export class RunningCalls {
  /** In order of their start. */
  readonly #running = new RenewedMap<string, Running>();

  /** Wraps `invoke`, so that running calls can be listed and ended. */
  watch(invoke: Invoke): Invoke {
    return async (invocation) => {
      const { executionId, signal } = invocation;
      const isOwn = signal instanceof Cancellation;
      const cancellation = isOwn ? signal : new Cancellation();
      if (signal?.aborted === true) cancellation.cancel();
      if (!isOwn) signal?.addEventListener("abort", cancellation.cancel);
      // We change the invocation itself, because it exists for one call only: copying its twenty-five fields would be a
      // waste.
      invocation.signal = cancellation;
      const begins = { startedAt: sharedNow(), began: performance.now() };
      this.#running.set(executionId, { invocation, ...begins, cancellation });
      try {
        return await invoke(invocation);
      } finally {
        if (!isOwn) signal?.removeEventListener("abort", cancellation.cancel);
        this.#running.delete(executionId);
      }
    };
  }

  /** Calls that have been running for at least this long, oldest first, at most `most`. */
  longerThan(ms: number, most: number): RunningCall[] {
    const before = performance.now() - ms;
    const calls: RunningCall[] = [];
    for (const running of this.#running.values()) {
      if (running.began > before || calls.length >= most) break;
      calls.push(described(running));
    }
    return calls;
  }

  /** One of the calls that run now. */
  find(executionId: string): Invocation | undefined {
    return this.#running.get(executionId)?.invocation;
  }

  /** Ends the executions among these that still run. */
  cancel(executionIds: readonly string[]): void {
    for (const id of executionIds) this.#running.get(id)?.cancellation.cancel();
  }
}
