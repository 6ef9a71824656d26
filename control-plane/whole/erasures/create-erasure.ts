import type { Handlers } from "../../ground/handler/handler.ts";
import { beginErasure } from "./begin-erasure.ts";
import { toErasure } from "./queries.ts";

/**
 * Begins an erasure. One control plane at a time finishes it within seconds or minutes. The audit names neither the
 * owner nor the reason.
 */
export const createErasure: Handlers["createErasure"] = async ({ scope, body }) => {
  const row = await beginErasure(scope, body);
  const { id, subject, removed } = row;
  return {
    answer: toErasure(row),
    audit: { kind: "erasure", id, name: subject, changes: { before: null, after: { subject, removed } } },
  };
};
