import { sqlState } from "../constraint.ts";

/** Whether a prepared statement failed because its columns have changed: another version has migrated the database. */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === "0A000" && error instanceof Error && error.message.includes("cached plan");
