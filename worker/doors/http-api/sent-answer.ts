import type { Refusal } from "../serving/exchange.ts";

/** An answer as it is sent. */
export interface SentAnswer {
  status: number;
  type: string | null;
  headers: readonly string[];
  body: string | Uint8Array;
  /** Whether the Function chose these bytes itself, so that a caller may ask for a range. */
  isFile?: boolean;
}

/** A route's response, before it is sent. */
export type RouteAnswer = { refused: Refusal } | SentAnswer;
