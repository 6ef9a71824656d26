import { z } from "zod";
import { givenLine, tenantId } from "./fields.ts";

const printable = /^[\x20-\x7e]+$/;
/** A claim's name as it is in the token, or a path of names with dots: `realm_access.roles`. */
export const claimName = z.string().min(1).max(200).regex(printable, "must be printable ASCII");
const claimValue = z.union([givenLine(300, 1), z.number(), z.boolean()]);
/** RFC 6749, section 3.3. */
export const anyScope = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be one scope: printable ASCII without spaces, quotes and backslashes");

/** Whom a rule is about: everything that it names must hold; nothing named means every caller with a token. */
const ruleCondition = z.strictObject({
  scope: anyScope.optional(),
  group: givenLine(300, 1).optional(),
  /** The claim is this value, or a list with it. */
  claim: z.strictObject({ name: claimName, value: claimValue }).optional(),
});

export const callerRule = z.strictObject({
  when: ruleCondition.default({}),
  /** Tool names, or routes like `GET /orders/{orderId}`; `*` is all of them. */
  allow: z.array(givenLine(320, 1)).min(1).max(200),
  /** Whose call it is: a tenant, or the claim that names it. */
  tenant: z.union([tenantId, z.strictObject({ claim: claimName })]).optional(),
});
export type CallerRule = z.infer<typeof callerRule>;

/** A policy's rules for callers with a token, wherever the token comes from. */
export const tokenRules = {
  /** Who may call what. If there are rules, a call that no rule allows is denied. */
  rules: z.array(callerRule).max(100).default([]),
  /** Claims that Functions see in `ctx.caller.claims`, and that records keep. */
  claims: z.array(claimName).max(20).default([]),
};

/** Only asymmetric algorithms: anyone who verifies with a shared secret can also sign. */
export const tokenAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
] as const;

const plainUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((value) => {
    // What is no address at all has its own sentence above; zod asks this one nevertheless.
    if (!URL.canParse(value)) return true;
    const { username, password, hash } = new URL(value);
    return username + password + hash === "";
  }, "must have no user name, password or fragment");

/** An issuer outside of this Ferrule whose tokens open an endpoint. */
export const jwtPolicy = z.strictObject({
  /** Exactly as it stands in the tokens' `iss`. */
  issuer: plainUrl,
  /** The value that must be in the tokens' `aud`; null: the endpoint's own address (RFC 8707). */
  audience: givenLine(500, 1).nullable().default(null),
  /** Where the issuer's public keys are; null: its metadata says (OpenID Connect Discovery, RFC 8414). */
  jwksUrl: plainUrl.nullable().default(null),
  algorithms: z.array(z.enum(tokenAlgorithms)).min(1).max(10).default(["RS256", "ES256"]),
  /** By how much clocks may differ. */
  clockSkewSeconds: z.number().int().min(0).max(60).default(5),
  /** Claims that every token must have, with this value where one is said. */
  requiredClaims: z
    .array(z.strictObject({ name: claimName, value: claimValue.optional() }))
    .max(20)
    .default([]),
  /** Where the groups of a caller are. */
  groupsClaim: claimName.default("groups"),
  /** Whether API keys open the endpoint too, at the same address. */
  keys: z.boolean().default(true),
  ...tokenRules,
});
export type JwtPolicy = z.infer<typeof jwtPolicy>;
