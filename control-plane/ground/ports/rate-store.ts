import type { LimitAsk, LimitGrant } from "@ferrule/contract/internal/limits.ts";

export type RateAsk = Pick<LimitAsk, "id" | "limit" | "owed" | "back" | "need" | "wants">;

/** The levels of limits by the minute, in one store or the other. */
export interface RateStore extends AsyncDisposable {
  /** Answers for limits of one Project, each of them once, in order. @throws what the store throws when it is away */
  take: (projectId: string, asks: readonly RateAsk[], workers: number) => Promise<LimitGrant[]>;
}
