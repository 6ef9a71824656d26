import { setTimeout as delay } from "node:timers/promises";
import { sqlState } from "../constraint.ts";
import { isStalePlan } from "./stale-plan.ts";

/** serialization_failure and deadlock_detected: PostgreSQL asks to retry the transaction. */
const retryable = new Set(["40001", "40P01"]);
const retries = 3;

/** Runs a transaction, and retries it (at most 3 times, after a short random pause) when PostgreSQL asks for it. */
export async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= retries || !(retryable.has(sqlState(error) ?? "") || isStalePlan(error))) throw error;
      await delay(Math.random() * 20 * 2 ** attempt);
    }
  }
}
