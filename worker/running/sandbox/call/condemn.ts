import { blameBroken } from "../process/blame-broken.ts";
import type { Verdict } from "../process/pulse.ts";
import type { PooledExecutor } from "../placement.ts";
import type { Runner } from "./runner.ts";

/** Gives a Function its own executor from now on, because it has certainly harmed others. */
export function setApart({ quarantined, log }: Pick<Runner, "quarantined" | "log">, functionKey: string, why: string) {
  if (quarantined.has(functionKey)) return;
  quarantined.add(functionKey);
  log.warn({ functionKey, why }, "Function gets an executor of its own");
}

/** Kills an executor for a known reason. */
export function condemn(
  { verdicts, log, pool }: Pick<Runner, "verdicts" | "log" | "pool">,
  executor: PooledExecutor,
  verdict: Verdict,
): void {
  if (executor.lost) return;
  verdicts.set(executor, verdict);
  log.warn({ pid: executor.process.pid, why: verdict.why, calls: executor.attempts.size }, "executor killed");
  pool.end(executor);
}

/** Ends an executor that violates the protocol. This affects only the calls in it. */
export function condemnBroken(runner: Runner, executor: PooledExecutor, error: unknown): void {
  runner.log.error({ err: error, pid: executor.process.pid }, "an executor sent an invalid message");
  condemn(runner, executor, blameBroken([...executor.attempts.values()]));
}
