import { availableParallelism } from "node:os";
import type { Log } from "@ferrule/kit/log.ts";
import { findAddon } from "./addon-path.ts";
import { buildGuest } from "./build-guest.ts";
import { createCallRunner } from "./call-runner.ts";
import { findConfinement } from "./confinement.ts";
import { createFetch, type FetchOptions } from "./host-calls/fetch/fetch.ts";
import type { HostCall } from "./host-calls/host-call.ts";
import { httpBody } from "./host-calls/http-body.ts";
import type { Invocation, InvocationResult } from "./invocation.ts";

export interface SandboxOptions {
  log: Log;
  /** Executor processes per group; production and the rest are two groups. Default: one per core. */
  executors?: number;
  /** CPU time of one call in milliseconds, at most its `timeoutMs`. Default 10,000. */
  cpuLimitMs?: number;
  /** Isolates kept warm for the next call, about 3 MB each. Default 200. */
  idleIsolates?: number;
  /** Private addresses that `fetch` may reach all the same: CIDR, or host:port. */
  egressAllowPrivate: string[];
  /** Other bounds and another resolver for `fetch`, for tests. */
  egress?: Omit<FetchOptions, "allowPrivate">;
  /** Capabilities by the name that the guest asks for: `secrets.get`, `cache.get`, … */
  hostCalls?: Record<string, HostCall>;
  /** Where it is kept which Functions need an executor of their own; without it a restart forgets them. */
  quarantineFile?: string;
}

export interface Sandbox {
  /**
   * Runs one call. It never rejects for what a Function does; it rejects when the bundle cannot be loaded, or when
   * the sandbox has been closed.
   */
  invoke: (invocation: Invocation) => Promise<InvocationResult>;
  /** What is alive just now, for metrics. */
  state: () => { executors: number; isolates: number; running: number };
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** Starts a sandbox: its first executor is ready, and the prelude's snapshot made, when this resolves (about 0.2 s). */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const [{ executor, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  options.log.info({ inForce: confinement.inForce }, "executors are confined by the platform");
  const egress = createFetch({ allowPrivate: options.egressAllowPrivate, ...options.egress });
  const runner = createCallRunner({
    log: options.log,
    executors: Math.max(1, options.executors ?? availableParallelism()),
    cpuLimitMs: options.cpuLimitMs ?? 10_000,
    idleIsolates: options.idleIsolates ?? 200,
    code: { addonPath: findAddon(), executor, prelude, snapshot: undefined, confinement },
    hostCalls: { ...egress.hostCalls, "http.body": httpBody, ...options.hostCalls },
    quarantineFile: options.quarantineFile,
  });
  await runner.ready();
  return {
    invoke: runner.invoke,
    state: runner.state,
    [Symbol.asyncDispose]: async () => {
      await runner.close();
      await egress.close();
    },
  };
}
