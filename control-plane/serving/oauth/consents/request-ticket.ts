// Why: docs/decisions/signed-consent-requests.md
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { environments } from "@ferrule/contract/states.ts";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { deriveKey } from "../../../people/session/cookie/derive-key.ts";
import { requestMs } from "../limits.ts";

const ticket = z.object({
  client: z.object({
    id: z.string(),
    kind: z.enum(["registered", "document", "dynamic"]),
    name: z.string(),
    host: z.string().nullable(),
    place: z.object({ endpointId: z.string(), environment: z.enum(environments) }).nullable(),
  }),
  redirectUri: z.string(),
  state: z.string().nullable(),
  scopes: z.array(z.string()),
  resource: z.string(),
  /** The endpoint that has this address; null: the management MCP server has it. */
  endpointId: z.string().nullable(),
  codeChallenge: z.string(),
});

/** A client's request to a person, after `/oauth/authorize` has checked it. */
export type RequestTicket = z.infer<typeof ticket>;

const algorithm = "HS256";
const key = (sessionSecret: string) => deriveKey(sessionSecret, "oauth-request");

/**
 * Signs a request for its way through the browser to the consent page. We store nothing until somebody consents, so
 * nobody can fill the database with requests, and any replica can continue.
 */
export const signTicket = (sessionSecret: string, request: RequestTicket): Promise<string> =>
  new SignJWT({ request })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(new Date(sharedNow() + requestMs))
    .sign(key(sessionSecret));

/** The signed request; null when it was not signed here, or is too old. */
export async function readTicket(sessionSecret: string, text: string): Promise<RequestTicket | null> {
  try {
    const options = { algorithms: [algorithm], requiredClaims: ["exp"] };
    const { payload } = await jwtVerify(text, key(sessionSecret), { ...options, currentDate: sharedDate() });
    return ticket.parse(payload["request"]);
  } catch {
    return null;
  }
}
