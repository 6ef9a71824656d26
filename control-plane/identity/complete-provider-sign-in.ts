import { PublicError } from "@ferrule/contract/errors.ts";
import { roleOf } from "../directory/role-of.ts";
import type { Handlers } from "../http/handler/handler.ts";
import { beginSession } from "../session/open-session.ts";
import type { App } from "../app.ts";
import { admitPerson } from "./admit-person.ts";
import { completeFlow, noteOutcome, type Completed } from "./complete-flow.ts";
import { keepForProvider } from "./kept-for-provider.ts";
import { insertSignIn } from "./queries/sign-ins.ts";
import { suspendPerson } from "./suspend-person.ts";

/**
 * The role that the groups of the sign-in give. Whoever has none, and had one before, is disabled, unless groups that a SCIM client has
 * brought decide.
 */
async function claimedRole(app: App, { provider, person }: Completed) {
  const role = roleOf(provider, person.groups);
  if (role === null) await app.store.inInstallation((scope) => suspendPerson(scope, provider, person.subject));
  return role;
}

/** What the session keeps, to sign out at the provider and to ask it again. */
async function kept(app: App, { idToken, refreshToken }: Completed) {
  const { sessionSecret } = app.settings;
  return {
    idHint: await keepForProvider(sessionSecret, idToken),
    renewal: refreshToken === null ? null : await keepForProvider(sessionSecret, refreshToken),
  };
}

/** Signs in to the console with what a provider sent back. Who it is, and which role they have, is what the provider says now. */
export const completeProviderSignIn: Handlers["completeProviderSignIn"] = async (context) => {
  const { app, write, reply } = context;
  const completed = await completeFlow(context, "console");
  const { provider, person, sid, claimNames } = completed;
  try {
    const role = await claimedRole(app, completed);
    const forProvider = await kept(app, completed);
    const answer = await write(async (scope) => {
      const user = await admitPerson(scope, provider, person, role);
      const { session, answer } = await beginSession(scope, user, "provider", context);
      reply.cookies.push({ name: "flow", value: null });
      await insertSignIn(scope, {
        sessionId: session.id,
        providerId: provider.id,
        subject: person.subject,
        sid,
        ...forProvider,
      });
      const changes = { by: provider.name, role: user.role };
      return { answer, audit: { kind: "user", id: user.id, name: user.email, changes } };
    });
    await noteOutcome(app, provider, claimNames, null);
    return answer;
  } catch (error) {
    if (error instanceof PublicError) await noteOutcome(app, provider, claimNames, error.message);
    throw error;
  }
};
