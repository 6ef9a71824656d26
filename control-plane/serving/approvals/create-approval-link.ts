import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { signApprovalLink } from "./approval-link.ts";
import { listDescribed } from "./queries/described.ts";

/** A signed address for a channel that the people read who may decide. It ends with the approval. */
export const createApprovalLink: Handlers["createApprovalLink"] = async ({ app, scope, params }) => {
  const row = found((await listDescribed(scope, app.clock, { id: params.approvalId }, 1, undefined))[0]);
  if (row.status !== "pending" || row.isLate)
    throw new PublicError("INVALID_STATE", "Nobody can decide on this approval any more.");
  const token = signApprovalLink(app.settings.sessionSecret, row.id, row.expiresAt);
  return {
    answer: { url: `${app.settings.publicUrl}/approvals/${row.id}?link=${token}` },
    audit: { kind: "approval", id: row.id, name: row.title, changes: { expiresAt: row.expiresAt.toISOString() } },
  };
};
