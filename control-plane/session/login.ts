import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../http/handler.ts";
import { Denied } from "../http/denied.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { findUserByEmail, lockUser } from "../users/records.ts";
import { openSession } from "./open-session.ts";
import { countLogin } from "../passwords/count-login.ts";

/**
 * Signs in with email and password. An unknown email and a wrong password are answered alike and in like time; the
 * password is checked outside of any transaction, for it takes tens of milliseconds on purpose.
 */
export const login: Handlers["login"] = async (context) => {
  const { app, body, ip, write } = context;
  const email = body.email.trim();
  if (email.includes("\0") || !email.isWellFormed()) throw new PublicError("INVALID_CREDENTIALS");
  const attempt = await countLogin(app, email, ip);
  const known = await context.read((scope) => findUserByEmail(scope, email));
  const target = { kind: "user", id: known?.id ?? null, name: known?.email ?? null };
  const fits = await verifyPassword(known?.passwordHash ?? null, body.password);
  if (!known || !fits) throw new Denied("INVALID_CREDENTIALS", target);
  await attempt.succeeded();
  return write(async (scope) => {
    // Locked: a password that changes, or an account that is disabled, at this moment ends this session or prevents it.
    const user = await lockUser(scope, known.id);
    if (!user || user.passwordHash !== known.passwordHash) throw new Denied("INVALID_CREDENTIALS", target);
    if (user.status === "disabled") throw new Denied("ACCOUNT_DISABLED", target);
    return { answer: await openSession(scope, user, "password", context), audit: target };
  });
};
