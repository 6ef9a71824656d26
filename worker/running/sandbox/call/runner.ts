import type { Log } from "@ferrule/kit/log.ts";
import type { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { createDispatcher } from "../host-calls/dispatch.ts";
import type { ExecutorPool } from "../pool/executor-pool.ts";
import type { createInlineBar } from "../pool/inline-bar.ts";
import type { PooledExecutor, RunningCall } from "../placement.ts";
import type { openQuarantine } from "../pool/quarantine.ts";
import type { createFrameRation } from "../process/frame-ration.ts";
import type { createOomKills } from "../process/oom-kills.ts";
import type { createPulse, Verdict } from "../process/pulse.ts";
import type { createCodeCache } from "./code-cache.ts";
import type { StackMapper } from "./outcome/stack-mapper.ts";

/**
 * The state of a sandbox's calls. Each worker has one. Functions take it as their first argument, because creating
 * closures for each call would take time.
 */
export interface Runner {
  readonly log: Log;
  /** The CPU limit of a call, in milliseconds. */
  readonly cpuLimitMs: number;
  readonly loadBundle: ReturnType<typeof createCodeCache>;
  readonly stacks: StackMapper;
  readonly dispatch: ReturnType<typeof createDispatcher>;
  /** Functions that run in their own executor. */
  readonly quarantined: ReturnType<typeof openQuarantine>;
  /** Functions whose turns may not run in the main thread of their executor. */
  readonly barred: ReturnType<typeof createInlineBar>;
  readonly oomKills: ReturnType<typeof createOomKills>;
  readonly isWithinRation: ReturnType<typeof createFrameRation>;
  readonly running: RenewedSet<RunningCall>;
  /** Why we killed executors. */
  readonly verdicts: WeakMap<PooledExecutor, Verdict>;
  readonly pool: ExecutorPool;
  readonly pulse: ReturnType<typeof createPulse>;
  /** The number of the next attempt. Each attempt of a call has its own. */
  nextCall: number;
  isClosed: boolean;
}
