import { totalmem } from "node:os";

/**
 * What the memory limits of running calls may add up to where nothing is set, in megabytes: three quarters of what
 * the machine or the container has. Limits are seldom reached, but a budget that counts on it is none.
 */
export function memoryBudgetMb(): number {
  const constrained = process.constrainedMemory();
  // 0, or more than there is, where no container sets a limit.
  const bytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.max(64, Math.floor((bytes * 0.75) / (1024 * 1024)));
}
