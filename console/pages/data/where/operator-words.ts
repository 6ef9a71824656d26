import type { OperatorName } from "../search.ts";

/** The operators in words. */
export const operatorWords: Record<OperatorName, string> = {
  eq: "is",
  ne: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "contains",
  startsWith: "starts with",
  exists: "exists",
};
