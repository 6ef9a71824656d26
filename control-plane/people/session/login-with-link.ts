import { PublicError } from "@ferrule/contract/errors.ts";
import { Denied } from "../../ground/handler/denied.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { hashOfLink } from "../passwords/issue-link.ts";
import { requireLocalSignIn } from "../sign-in-policy/require-local-sign-in.ts";
import { openSession } from "./open-session.ts";
import { holdUserOfLink, useLink } from "./queries.ts";
import { countAttempt, linkLimits } from "../passwords/count-attempt.ts";

/** Signs in with the token of a one-time link, and uses it up. Unknown, used and expired tokens get the same answer. */
export const loginWithLink: Handlers["loginWithLink"] = async (context) => {
  const { app, body, ip, write } = context;
  const attempt = await countAttempt(app, linkLimits(ip));
  const sha256 = hashOfLink(body.token);
  const answer = await write(async (scope) => {
    // Code that ends a user's sessions and links locks the user, so no session slips in between.
    const user = await holdUserOfLink(scope, sha256);
    if (!user || !(await useLink(scope, sha256)))
      throw new PublicError(
        "INVALID_CREDENTIALS",
        "This sign-in link was used, is too old, or your password has changed since it was made.",
      );
    const target = { kind: "user", id: user.id, name: user.email };
    if (user.status === "disabled") throw new Denied("ACCOUNT_DISABLED", target);
    await requireLocalSignIn(scope, user);
    const answer = await openSession(scope, user, "link", context);
    return { answer, audit: { ...target, changes: { by: "one-time link" } } };
  });
  await attempt.succeeded();
  return answer;
};
