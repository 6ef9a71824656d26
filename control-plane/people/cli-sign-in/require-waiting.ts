import { PublicError } from "@ferrule/contract/errors.ts";
import type { App } from "../../ground/app.ts";
import { countAttempt } from "../passwords/count-attempt.ts";
import { codeLimits } from "./limits.ts";
import { findWaiting, type CliSignInRow } from "./queries.ts";
import { readUserCode } from "./user-code.ts";

/** What a person is told whose code finds nothing, whatever the reason. */
export const noneWaits = (): PublicError =>
  new PublicError("NOT_FOUND", "No sign-in waits with this code. It has expired, or it was decided already.");

/**
 * The waiting sign-in of the code that a person gave. A wrong code counts against them.
 * @throws PublicError NOT_FOUND, RATE_LIMITED
 */
export async function requireWaiting(app: App, userId: string, typed: string): Promise<CliSignInRow> {
  const code = readUserCode(typed);
  if (code === null) throw noneWaits();
  const attempt = await countAttempt(app, codeLimits(userId));
  const row = await app.store.inInstallation((scope) => findWaiting(scope, code), { readOnly: true });
  if (!row) throw noneWaits();
  await attempt.succeeded();
  return row;
}
