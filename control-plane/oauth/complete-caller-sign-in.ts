import { Denied } from "../http/handler/denied.ts";
import type { Handlers } from "../http/handler/handler.ts";
import { completeFlow, noteOutcome } from "../identity/complete-flow.ts";
import { openCallerSession } from "./open-caller-session.ts";
import { isAdmitted } from "./require-caller.ts";

/**
 * Signs in a caller with what a provider sent back. They get no account and no session of the management API: a session of its own
 * kind, with which they allow programs and end them.
 */
export const completeCallerSignIn: Handlers["completeCallerSignIn"] = async (context) => {
  const { app, write, reply } = context;
  const { provider, person, claimNames, sid } = await completeFlow(context, "callers");
  const { subject, name } = person;
  const email = person.emailVerified ? person.email : null;
  const target = { kind: "caller", id: subject, name: email };
  if (!isAdmitted(provider, email)) {
    const message = `${provider.name} signed you in, but callers need a verified address at ${provider.callerDomains.slice(0, 5).join(" or ")}.`;
    await noteOutcome(app, provider, claimNames, message);
    throw new Denied("FORBIDDEN", target, { message });
  }
  const { issuer } = provider;
  await noteOutcome(app, provider, claimNames, null);
  return write(async (scope) => {
    const opened = await openCallerSession(app, scope, { providerId: provider.id, issuer, subject, sid, email, name });
    reply.cookies.push({ name: "caller", ...opened });
    return {
      answer: { provider: provider.name, email, name },
      audit: { ...target, by: email, changes: { provider: provider.name, issuer } },
    };
  });
};
