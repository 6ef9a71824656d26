import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { createLocalJWKSet, errors, jwtVerify } from "jose";
import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { listSigningKeys } from "../queries/signing-keys.ts";
import { signingAlgorithm } from "./signing-keys.ts";

/** What an access token says: its consent, and its scopes. */
export interface AccessTokenFacts {
  grantId: string;
  scopes: string[];
}

/**
 * Reads an unexpired access token that was issued here, for `audience` if it is given; null for any other text. The
 * caller checks whether its consent is in force.
 */
export async function readAccessToken(
  app: App,
  scope: InstallationScope,
  token: string,
  audience?: string,
): Promise<AccessTokenFacts | null> {
  try {
    const keys = (await listSigningKeys(scope)).map(({ publicJwk }) => publicJwk);
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: app.settings.publicUrl,
      typ: "at+jwt",
      algorithms: [signingAlgorithm],
      currentDate: sharedDate(),
      ...(audience === undefined ? {} : { audience }),
    });
    const { gid: grantId, scope: scopes } = payload;
    if (typeof grantId !== "string") return null;
    return { grantId, scopes: typeof scopes === "string" ? scopes.split(" ") : [] };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
