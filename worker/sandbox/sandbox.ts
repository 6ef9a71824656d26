import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import type { Log } from "@ferrule/kit/log.ts";
import type { Proxies } from "@ferrule/kit/proxies.ts";
import { findAddon } from "./process/addon-path.ts";
import { buildGuest } from "./process/build-guest.ts";
import { type CallRunnerOptions, createCallRunner } from "./call/call-runner.ts";
import { findConfinement } from "../confinement/find-confinement.ts";
import { createFetch, type FetchOptions } from "./host-calls/fetch/fetch.ts";
import type { HostCall } from "./host-calls/host-call.ts";
import { keptSnapshot } from "./process/kept-guest.ts";
import { httpOpen, httpWrite } from "./host-calls/http-answer.ts";
import { httpBody } from "./host-calls/http-body.ts";
import type { Invocation, InvocationResult } from "./call/invocation.ts";

export interface SandboxOptions {
  log: Log;
  /** Executor processes per group. There are two groups: production and everything else. Default: one per core. */
  executors?: number;
  /** CPU time of one call in milliseconds, at most its `timeoutMs`. Default 10,000. */
  cpuLimitMs?: number;
  /** Isolates kept warm for the next call, about 3 MB each. Default 200. */
  idleIsolates?: number;
  /** Private addresses that `fetch` may reach, as CIDR or host:port. */
  egressAllowPrivate: string[];
  /** The proxies for `fetch`. Default: none. */
  proxies?: Proxies;
  /** Other limits and another resolver for `fetch`, for tests. */
  egress?: Omit<FetchOptions, "allowPrivate" | "proxies">;
  /** Capabilities by the name that the guest uses: `secrets.get`, `cache.get`, … */
  hostCalls?: Record<string, HostCall>;
  /** The file that records which Functions need their own executor. Without it a restart forgets them. */
  quarantineFile?: string;
  /** Where the isolates' snapshot is kept for the next start. Default: beside Node's compile cache, if that is on. */
  snapshotDir?: string;
}

export interface Sandbox {
  /**
   * Runs one call. It does not reject because of anything a Function does. It rejects when the bundle cannot be loaded
   * or the sandbox is closed.
   */
  invoke: (invocation: Invocation) => Promise<InvocationResult>;
  /** What is alive now, for metrics. */
  state: () => { executors: number; isolates: number; running: number };
  [Symbol.asyncDispose]: () => Promise<void>;
}

/** A call runner whose first executor is ready, from a kept snapshot if a valid one exists. */
async function startRunner(options: CallRunnerOptions, folder: string | undefined) {
  const { code, log } = options;
  const kept = folder === undefined ? undefined : keptSnapshot(folder, code.prelude, code.addonPath);
  const snapshot = kept?.read();
  const runner = createCallRunner({ ...options, code: { ...code, snapshot } });
  try {
    const made = await runner.ready();
    if (snapshot === undefined && made.length > 0) await kept?.keep(made);
    return runner;
  } catch (error) {
    await runner.close();
    if (snapshot === undefined) throw error;
    log.warn({ err: error }, "no executor starts from the kept snapshot; another one is made");
    await kept?.discard();
    return startRunner(options, undefined);
  }
}

/** Starts a sandbox. It resolves when the first executor is ready and the prelude's snapshot is made (about 0.2 s). */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const [{ executor, prelude }, confinement] = await Promise.all([buildGuest(), findConfinement()]);
  options.log.info({ inForce: confinement.inForce }, "executors are confined by the platform");
  const egress = createFetch({
    allowPrivate: options.egressAllowPrivate,
    proxies: options.proxies,
    ...options.egress,
  });
  const runnerOptions = {
    log: options.log,
    executors: Math.max(1, options.executors ?? availableParallelism()),
    cpuLimitMs: options.cpuLimitMs ?? 10_000,
    idleIsolates: options.idleIsolates ?? 200,
    code: { addonPath: findAddon(), executor, prelude, snapshot: undefined, confinement },
    hostCalls: {
      ...egress.hostCalls,
      "http.body": httpBody,
      "http.open": httpOpen,
      "http.write": httpWrite,
      ...options.hostCalls,
    },
    quarantineFile: options.quarantineFile,
  };
  const runner = await startRunner(runnerOptions, options.snapshotDir ?? getCompileCacheDir());
  return {
    invoke: runner.invoke,
    state: runner.state,
    [Symbol.asyncDispose]: async () => {
      await runner.close();
      await egress.close();
    },
  };
}
