import { totalmem } from "node:os";

/**
 * The default budget for the memory limits of running calls, in megabytes: three quarters of the machine's or
 * container's memory. Calls seldom reach their limits, but a budget must not rely on that.
 */
export function memoryBudgetMb(): number {
  const constrained = process.constrainedMemory();
  // 0, or more than the machine has, when no container sets a limit.
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.max(64, Math.floor((bytes * 0.75) / (1024 * 1024)));
}
