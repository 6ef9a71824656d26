import { z } from "zod";

/** The schema of a setting that is on or off. */
export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0", "yes", "no", "on", "off"], { error: "must be true or false" })
    .transform((value) => ["true", "1", "yes", "on"].includes(value))
    .default(fallback);
