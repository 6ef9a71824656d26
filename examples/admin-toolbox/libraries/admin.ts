import type { Context, SqlTag } from "ferrule";

/** What every tool that changes something wants to know. */
export interface Reason {
  /** Why, for whoever reads the record later. Name the ticket if there is one. @minLength 10 @maxLength 500 */
  reason: string;
}

/** Records a change in the transaction that makes it, so that neither is there without the other. */
export async function record(
  tx: SqlTag,
  ctx: Context,
  change: { action: string; target: string; reason: string },
): Promise<void> {
  const who = ctx.caller.name ?? ctx.caller.kind;
  await tx`
    insert into admin_actions (request_id, who, action, target, reason)
    values (${ctx.requestId}, ${who}, ${change.action}, ${change.target}, ${change.reason})`;
}
