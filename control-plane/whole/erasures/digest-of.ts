import { createHash } from "node:crypto";
import type { Erasure } from "@ferrule/contract/resources/erasure.ts";

/** By what an erasure still knows a tenant or caller that it has forgotten. */
export const digestOf = (projectId: string, subject: Erasure["subject"], name: string): string =>
  createHash("sha256")
    .update(JSON.stringify([projectId, subject, name]))
    .digest("hex");
