import { FunctionError, type Context } from "ferrule";
import { record, type Reason } from "lib/admin";

interface Input extends Reason {
  /** The number of the user, as find_user returns it. @integer @minimum 1 */
  userId: number;
  /** Whether the user may no longer sign in. False lifts a suspension. */
  suspended: boolean;
}

/** Suspends a user, or lifts the suspension. Nothing of the user is deleted. */
export default async function setSuspended({ userId, suspended, reason }: Input, ctx: Context) {
  return ctx.sql.begin(async (tx) => {
    const { count } = await tx`update users set suspended = ${suspended} where id = ${userId}`.result();
    if (count === 0) throw new FunctionError("USER_NOT_FOUND", `There is no user ${userId}.`, { status: 404 });
    await record(tx, ctx, { action: suspended ? "suspend" : "lift-suspension", target: `user ${userId}`, reason });
    return { userId, suspended };
  });
}
