import { PublicError } from "@ferrule/contract/errors.ts";
import { inClaimed, roleOf } from "../directory/role-of.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { beginSession } from "../session/open-session.ts";
import type { App } from "../../ground/app.ts";
import { holdPeople } from "../users/queries.ts";
import { admitPerson } from "./admit-person.ts";
import { completeFlow, noteOutcome, type Completed } from "./flow/complete-flow.ts";
import { keepForProvider } from "./flow/kept-for-provider.ts";
import { requireProvider } from "./flow/require-provider.ts";
import { insertSignIn } from "./queries/sign-ins.ts";
import { suspendPerson } from "./suspend-person.ts";

/**
 * Disables a person who had a role before and gets none from the groups of this sign-in. It leaves people alone whose
 * groups come from a SCIM client.
 */
async function suspendWithoutRole(app: App, { provider, person }: Completed): Promise<void> {
  if (roleOf(provider, inClaimed(person.groups)) !== null) return;
  await app.store.inInstallation(async (scope) => {
    await holdPeople(scope);
    const now = await requireProvider(scope, provider, "console");
    if (roleOf(now, inClaimed(person.groups)) === null) await suspendPerson(scope, now, person.subject);
  });
}

/** The tokens that the session keeps: to sign out at the provider, and to ask it again. */
async function kept(app: App, { idToken, refreshToken }: Completed) {
  const { sessionSecret } = app.settings;
  return {
    idHint: await keepForProvider(sessionSecret, idToken),
    renewal: refreshToken === null ? null : await keepForProvider(sessionSecret, refreshToken),
  };
}

/** Signs in to the console with the provider's response. Identity and role are those that the provider confirms now. */
export const completeProviderSignIn: Handlers["completeProviderSignIn"] = async (context) => {
  const { app, write, reply } = context;
  const completed = await completeFlow(context, "console");
  const { provider, person, sid, claimNames } = completed;
  try {
    await suspendWithoutRole(app, completed);
    const forProvider = await kept(app, completed);
    const answer = await write(async (scope) => {
      await holdPeople(scope);
      const now = await requireProvider(scope, provider, "console");
      const user = await admitPerson(scope, now, person, roleOf(now, inClaimed(person.groups)));
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
