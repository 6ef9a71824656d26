import type { Refusal } from "../serving/exchange.ts";

/** A response in its sent form. */
export interface SentAnswer {
  status: number;
  type: string | null;
  headers: readonly string[];
  body: string | Uint8Array;
  /** Whether the Function chose these bytes itself, so that a caller may request a range. */
  isFile?: boolean;
}

/** A route's response, before it is sent. */
export type RouteAnswer = { refused: Refusal } | SentAnswer;
