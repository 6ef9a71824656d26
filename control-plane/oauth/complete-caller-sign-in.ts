import { Denied } from "../http/handler/denied.ts";
import type { Handlers } from "../http/handler/handler.ts";
import { completeFlow, noteOutcome } from "../identity/complete-flow.ts";
import { callerMs, signCaller } from "./caller-cookie.ts";
import { isAdmitted } from "./require-caller.ts";

/**
 * Signs in a caller with what a provider sent back. They get no account and no session of the management API: only a cookie that says
 * who they are, with which they allow programs and end them.
 */
export const completeCallerSignIn: Handlers["completeCallerSignIn"] = async (context) => {
  const { app, write, reply } = context;
  const { provider, person, claimNames } = await completeFlow(context, "callers");
  const { subject, name } = person;
  const email = person.emailVerified ? person.email : null;
  const target = { kind: "caller", id: subject, name: email };
  if (!isAdmitted(provider, email)) {
    const message = `${provider.name} signed you in, but callers need a verified address at ${provider.callerDomains.slice(0, 5).join(" or ")}.`;
    await noteOutcome(app, provider, claimNames, message);
    throw new Denied("FORBIDDEN", target, { message });
  }
  const { issuer } = provider;
  const value = await signCaller(app.settings.sessionSecret, { providerId: provider.id, issuer, subject, email, name });
  reply.cookies.push({ name: "caller", value, expiresAt: new Date(Date.now() + callerMs) });
  await noteOutcome(app, provider, claimNames, null);
  return write(async () => ({
    answer: { provider: provider.name, email, name },
    audit: { ...target, by: email, changes: { provider: provider.name, issuer } },
  }));
};
