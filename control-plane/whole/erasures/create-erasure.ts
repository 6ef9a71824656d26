import type { Handlers } from "../../ground/handler/handler.ts";
import { beginErasure } from "./begin-erasure.ts";
import { toErasure } from "./queries.ts";

/** The rest is done within seconds or minutes, by one control plane at a time. The audit does not say whose it was, or why. */
export const createErasure: Handlers["createErasure"] = async ({ scope, body }) => {
  const row = await beginErasure(scope, body);
  const { id, subject, removed } = row;
  return {
    answer: toErasure(row),
    audit: { kind: "erasure", id, name: subject, changes: { before: null, after: { subject, removed } } },
  };
};
