import { PublicError } from "@ferrule/contract/errors.ts";
import { Denied } from "../../../ground/handler/denied.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { completeFlow, noteOutcome } from "../../../people/identity/flow/complete-flow.ts";
import { requireProvider } from "../../../people/identity/flow/require-provider.ts";
import { openCallerSession } from "./open-caller-session.ts";
import { isAdmitted } from "./require-caller.ts";

/**
 * Signs in a caller with a provider's response. The caller gets no account and no session of the management API, but a
 * session of another kind, with which they manage their consents.
 */
export const completeCallerSignIn: Handlers["completeCallerSignIn"] = async (context) => {
  const { app, write, reply } = context;
  const { provider, person, claimNames, sid } = await completeFlow(context, "callers");
  const { subject, name } = person;
  const email = person.emailVerified ? person.email : null;
  const target = { kind: "caller", id: subject, name: email };
  try {
    const answer = await write(async (scope) => {
      const now = await requireProvider(scope, provider, "callers");
      if (!isAdmitted(now, email)) {
        const message = `${now.name} signed you in, but callers need a verified address at ${now.callerDomains.slice(0, 5).join(" or ")}.`;
        throw new Denied("FORBIDDEN", target, { message });
      }
      const opened = await openCallerSession(app, scope, {
        providerId: now.id,
        issuer: now.issuer,
        subject,
        sid,
        email,
        name,
      });
      reply.cookies.push({ name: "caller", ...opened });
      const audit = { ...target, by: email, changes: { provider: now.name, issuer: now.issuer } };
      return { answer: { provider: now.name, email, name }, audit };
    });
    await noteOutcome(app, provider, claimNames, null);
    return answer;
  } catch (error) {
    if (error instanceof PublicError) await noteOutcome(app, provider, claimNames, error.message);
    throw error;
  }
};
