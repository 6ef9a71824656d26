import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import type { Log } from "@ferrule/kit/log.ts";
import type { Proxies } from "@ferrule/kit/network/proxies.ts";
import { createCallRunner } from "./call/call-runner.ts";
import { createFetch, type FetchOptions } from "./host-calls/fetch/fetch.ts";
import type { HostCall } from "./host-calls/host-call.ts";
import { findExecutorCode } from "./process/executor-code.ts";
import { httpOpen, httpWrite } from "./host-calls/http-answer.ts";
import { httpBody } from "./host-calls/http-body.ts";
import type { Invocation, InvocationResult } from "./call/invocation.ts";

export interface SandboxOptions {
  log: Log;
  /** Executor processes per group. There are two groups: production and everything else. Default: one per core. */
  executors?: number;
  /** The CPU limit of one call in milliseconds, at most its `timeoutMs`. Default 10,000. */
  cpuLimitMs?: number;
  /** The number of isolates that stay warm for the next call, about 3 MB each. Default 200. */
  idleIsolates?: number;
  /** Private addresses that `fetch` may reach, as CIDR or host:port. */
  egressAllowPrivate: string[];
  /** The proxies for `fetch`. Default: none. */
  proxies?: Proxies;
  /** Other limits and another resolver for `fetch`, for tests. */
  egress?: Omit<FetchOptions, "allowPrivate" | "proxies">;
  /** Capabilities by the names that the guest uses: `secrets.get`, `cache.get`, … */
  hostCalls?: Record<string, HostCall>;
  /** The file that records which Functions need their own executor. Without it a restart forgets them. */
  quarantineFile?: string;
  /**
   * The folder that keeps the isolates' snapshot for the next start. Default: beside Node's compile cache, if that is
   * on.
   */
  snapshotDir?: string;
}

export interface Sandbox {
  /**
   * Runs one call. Nothing that a Function does makes it reject. It rejects when the bundle cannot be loaded or the
   * sandbox is closed.
   */
  invoke: (invocation: Invocation) => Promise<InvocationResult>;
  /** The living parts, for metrics. `failing`: executors end right after their start, so no call can run. */
  state: () => { executors: number; isolates: number; running: number; failing: boolean };
  [Symbol.asyncDispose]: () => Promise<void>;
}

/**
 * Starts a sandbox. It resolves when the first executor is ready and the prelude's snapshot is made (about 0.2 s), or
 * when executors cannot start. In the latter case, the sandbox keeps trying.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const code = await findExecutorCode(options.snapshotDir ?? getCompileCacheDir(), options.log);
  const egress = createFetch({
    allowPrivate: options.egressAllowPrivate,
    proxies: options.proxies,
    ...options.egress,
  });
  const runner = createCallRunner({
    log: options.log,
    executors: Math.max(1, options.executors ?? availableParallelism()),
    cpuLimitMs: options.cpuLimitMs ?? 10_000,
    idleIsolates: options.idleIsolates ?? 200,
    code,
    hostCalls: {
      ...egress.hostCalls,
      "http.body": httpBody,
      "http.open": httpOpen,
      "http.write": httpWrite,
      ...options.hostCalls,
    },
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
