import { PublicError } from "@ferrule/contract/errors.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import type { HandlerContext, Handlers } from "../../ground/handler/handler.ts";
import { Denied } from "../../ground/handler/denied.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { countAttempt, signInLimits } from "../passwords/count-attempt.ts";
import { awaitTurn } from "../passwords/await-turn.ts";
import { readDevice } from "../passwords/device-cookie.ts";
import { sourceKey } from "../passwords/source-key.ts";
import { findUserByEmail, holdUser } from "../users/queries.ts";
import { readPolicy } from "../sign-in-policy/queries.ts";
import { maySignInLocally, noLocalSignIn, requireLocalSignIn } from "../sign-in-policy/require-local-sign-in.ts";
import { openSession } from "./open-session.ts";
import { isFamiliarSource } from "./queries.ts";

type Context = HandlerContext<Operations["login"]>;

/**
 * Counts the attempt and checks the password. For an unknown account, it also makes the same database queries and
 * hashes.
 */
async function check({ app, body, ip, read }: Context, email: string, device: string | null) {
  const { policy, known, isFamiliar } = await read(async (scope) => ({
    policy: await readPolicy(scope),
    known: await findUserByEmail(scope, email),
    isFamiliar: await isFamiliarSource(scope, email, sourceKey(app.settings, ip)),
  }));
  const target = { kind: "user", id: known?.id ?? null, name: known?.email ?? null };
  const limits = signInLimits(app, { email, ip, device, isFamiliar });
  const attempt = await countAttempt(app, limits).catch((error: unknown) => {
    if (!(error instanceof PublicError)) throw error;
    const { message, retryAfterSeconds } = error;
    throw new Denied(error.code, target, { message, retryAfterSeconds });
  });
  const fits = await verifyPassword(known?.passwordHash ?? null, body.password);
  const isOpen = maySignInLocally(policy, known?.id ?? null);
  if (!known || !fits || !isOpen) {
    throw policy.localSignIn === "everyone" ? new Denied("INVALID_CREDENTIALS", target) : noLocalSignIn(target);
  }
  await attempt.succeeded();
  return { known, target };
}

/**
 * Signs in with email and password. An unknown email and a wrong password get the same answer in about the same time.
 * It checks the password outside of any transaction, because hashing deliberately takes tens of milliseconds.
 */
export const login: Handlers["login"] = async (context) => {
  const { app, body, ip, deviceCookie, write } = context;
  const email = body.email.trim();
  if (email.includes("\0") || !email.isWellFormed()) throw new PublicError("INVALID_CREDENTIALS");
  const device = readDevice(app.settings, email, deviceCookie);
  const { known, target } = await awaitTurn({ ip, isKnownDevice: device !== null }, () =>
    check(context, email, device),
  );
  return write(async (scope) => {
    // Holds the user, so that a concurrent password change or disabling either ends this session or prevents it.
    const user = await holdUser(scope, known.id);
    if (!user || user.passwordHash !== known.passwordHash) throw new Denied("INVALID_CREDENTIALS", target);
    if (user.status === "disabled") throw new Denied("ACCOUNT_DISABLED", target);
    await requireLocalSignIn(scope, user);
    return { answer: await openSession(scope, user, "password", context), audit: target };
  });
};
