import { createHash, randomBytes } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { awaitTurn } from "../passwords/await-turn.ts";
import { countAttempt } from "../passwords/count-attempt.ts";
import { intervalSeconds, mostWaiting, startLimits, waitMs } from "./limits.ts";
import { insertCliSignIn } from "./queries.ts";
import { newUserCode, showUserCode } from "./user-code.ts";

/**
 * Begins the sign-in of a command line (RFC 8628, section 3.1). Nobody has to be known for that, so it waits its turn as
 * sign-ins do, and is limited for each network and in all.
 */
export const createCliSignIn: Handlers["createCliSignIn"] = async ({ app, ip, body }) => {
  const deviceCode = randomBytes(32).toString("base64url");
  const userCode = newUserCode();
  const row = {
    deviceCodeSha256: createHash("sha256").update(deviceCode).digest("hex"),
    userCode,
    machine: body.machine,
    projectSlug: body.project ?? null,
    validDays: body.validDays,
    ip,
    expiresAt: new Date(sharedNow() + waitMs),
  };
  const isStored = await awaitTurn({ ip, isKnownDevice: false }, async () => {
    await countAttempt(app, startLimits(ip));
    return app.store.inInstallation((scope) => insertCliSignIn(scope, row, mostWaiting));
  });
  if (!isStored) {
    throw new PublicError("RATE_LIMITED", "Too many sign-ins wait already. Try again later, or use an API token.", {
      retryAfterSeconds: 60,
    });
  }
  const verificationUrl = new URL("/device", app.settings.publicUrl).href;
  const shown = showUserCode(userCode);
  return {
    deviceCode,
    userCode: shown,
    verificationUrl,
    verificationUrlComplete: `${verificationUrl}?code=${shown}`,
    expiresInSeconds: waitMs / 1_000,
    intervalSeconds,
  };
};
