import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { createHash } from "node:crypto";
import { decodeJwt, errors, jwtVerify } from "jose";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { insertAuditEvent } from "../../ground/audit/queries.ts";
import { endSession } from "../session/queries.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { findUser } from "../users/queries.ts";
import { openProvider } from "./provider/open-provider.ts";
import { findIdentity } from "./queries/identities.ts";
import { findProviderOfToken, lockProvider } from "./queries/providers.ts";
import { listEndedSignIns, takeAnswer, type Ended } from "./queries/sign-ins.ts";

const event = "http://schemas.openid.net/event/backchannel-logout";
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const longestMs = 24 * 3_600_000;

const unverified = z.object({ iss: z.string().max(500), aud: z.union([z.string(), z.array(z.string()).max(10)]) });
const claims = z
  .object({
    jti: z.string().min(1).max(500),
    exp: z.number(),
    sub: z.string().max(255).optional(),
    sid: z.string().max(500).optional(),
    events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** The sender of a request that ends sessions. */
interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
}

async function providerOf(app: App, token: string): Promise<ProviderRow | undefined> {
  const { iss, aud } = unverified.parse(decodeJwt(token));
  const audience = typeof aud === "string" ? [aud] : aud;
  if (audience.length === 0) return undefined;
  return app.store.inInstallation((scope) => findProviderOfToken(scope, iss, audience), { readOnly: true });
}

async function endOne(
  scope: InstallationScope,
  provider: ProviderRow,
  signIn: { sessionId: string; subject: string },
  origin: Origin,
): Promise<void> {
  const identity = await findIdentity(scope, provider.id, signIn.subject);
  const user = identity && (await findUser(scope, identity.userId));
  if (user === undefined || !(await endSession(scope, signIn.sessionId, user.id))) return;
  await insertAuditEvent(scope, {
    action: "auth.logout",
    projectId: null,
    actorKind: "system",
    actorId: null,
    actorUserId: null,
    actorEmail: null,
    targetKind: "user",
    targetId: user.id,
    targetName: user.email,
    ...origin,
    userAgent: origin.userAgent?.slice(0, 500) ?? null,
    outcome: "success",
    changes: { by: provider.name },
  });
}

/**
 * Ends the sessions that a logout token names (OIDC Back-Channel Logout 1.0, section 2.6): the provider must have
 * signed it for this client, with the logout event and without a nonce, and we must not have accepted it before.
 * `endCallers` ends the sessions of people without an account here. Returns false for any other text.
 */
export async function endByLogoutToken(
  app: App,
  token: string,
  origin: Origin,
  endCallers: (scope: InstallationScope, provider: ProviderRow, named: Ended, origin: Origin) => Promise<void>,
): Promise<boolean> {
  try {
    const provider = await providerOf(app, token);
    if (provider === undefined) return false;
    const { keys } = await openProvider(app, provider);
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms,
      issuer: provider.issuer,
      audience: provider.clientId,
      requiredClaims: ["iat", "exp", "jti"],
      clockTolerance: 30,
      currentDate: sharedDate(),
    });
    if (!["logout+jwt", "jwt", undefined].includes(protectedHeader.typ?.toLowerCase())) return false;
    const { jti, exp, sub: subject, sid } = claims.parse(payload);
    const expiresAt = new Date((exp + 60) * 1_000);
    if (expiresAt.getTime() > sharedNow() + longestMs) return false;
    const sha256 = createHash("sha256")
      .update(`logout.${JSON.stringify([provider.id, jti])}`)
      .digest("hex");
    return await app.store.inInstallation(async (scope) => {
      if (!(await takeAnswer(scope, sha256, expiresAt))) return false;
      // Waits for sign-ins that this provider is completing, so that it sees the sessions that they open.
      await lockProvider(scope, provider.id);
      const named: Ended = { providerId: provider.id, subject, sid };
      for (const signIn of await listEndedSignIns(scope, named)) await endOne(scope, provider, signIn, origin);
      await endCallers(scope, provider, named, origin);
      return true;
    });
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError) return false;
    throw error;
  }
}
