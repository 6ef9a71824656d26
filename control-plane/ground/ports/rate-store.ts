import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";

export type RateAsk = Pick<LimitAsk, "id" | "limit" | "owed" | "back" | "need" | "wants">;

/** The levels of limits by the minute, in the database or in Redis. */
export interface RateStore extends AsyncDisposable {
  /**
   * Takes from limits of one Project, each of which may occur once; results come in order. @throws what the store
   * throws when it is unreachable
   */
  take: (projectId: string, asks: readonly RateAsk[], workers: number) => Promise<LimitGrant[]>;
}
