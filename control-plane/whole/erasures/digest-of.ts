import { createHash } from "node:crypto";
import type { Erasure } from "@ferrule/contract/resources/erasure.ts";

/** The digest by which an erasure still recognises a tenant or caller after it has forgotten the name. */
export const digestOf = (projectId: string, subject: Erasure["subject"], name: string): string =>
  createHash("sha256")
    .update(JSON.stringify([projectId, subject, name]))
    .digest("hex");
