import type { Environment } from "@ferrule/contract/states.ts";
import { createStore } from "../../../api/store.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";

/** The collection whose Production records may be edited from this tab while its page is open. */
export const unlocked = createStore<string | null>(null);

export const lockedReason = "Production records are locked. Unlock editing first.";

/** Why records cannot be written now: the role first, then the lock; null when they can. */
export function useWriteReason(
  operation: "createRecord" | "replaceRecord" | "deleteRecord" | "importRecords",
  environment: Environment,
  collectionId: string,
): string | null {
  const forbidden = useDisabledReason(operation, environment);
  const isUnlocked = unlocked.use() === collectionId;
  if (forbidden !== null) return forbidden;
  return environment === "production" && !isUnlocked ? lockedReason : null;
}
