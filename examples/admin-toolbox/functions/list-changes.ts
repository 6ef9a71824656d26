import type { Context } from "ferrule";

interface Change {
  at: string;
  requestId: string;
  who: string;
  action: string;
  target: string;
  reason: string;
}

/** Lists the latest changes that these tools have made: who, what, and why. */
export default async function listChanges(_input: {}, ctx: Context) {
  const changes = await ctx.sql<Change>`
    select at, request_id as "requestId", who, action, target, reason from admin_actions order by id desc limit 50`;
  return { changes };
}
