import { z } from "zod";
import { givenLine, tenantId } from "./fields.ts";

const printable = /^[\x20-\x7e]+$/;
/** A claim's name in the token, or a path of names with dots: `realm_access.roles`. */
export const claimName = z.string().min(1).max(200).regex(printable, "must be printable ASCII");
const claimValue = z.union([givenLine(300, 1), z.number(), z.boolean()]);
/** The syntax of a scope (RFC 6749, section 3.3). */
export const anyScope = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be one scope: printable ASCII without spaces, quotes and backslashes");

/**
 * The callers to whom a rule applies: all its conditions must hold. Without conditions, it applies to every caller with
 * a token.
 */
const ruleCondition = z.strictObject({
  scope: anyScope.optional(),
  group: givenLine(300, 1).optional(),
  /** The claim must be this value, or a list that contains it. */
  claim: z.strictObject({ name: claimName, value: claimValue }).optional(),
});

export const callerRule = z.strictObject({
  when: ruleCondition.default({}),
  /** Tool names, `resource:NAME`, `prompt:NAME`, or routes like `GET /orders/{orderId}`; `*` is all of them. */
  allow: z.array(givenLine(320, 1)).min(1).max(200),
  /** The tenant of the call, or the claim that names it. */
  tenant: z.union([tenantId, z.strictObject({ claim: claimName })]).optional(),
});
export type CallerRule = z.infer<typeof callerRule>;

/** A policy's rules for callers with a token, whoever issued the token. */
export const tokenRules = {
  /** Who may call what. If there are rules, every call needs a rule that allows it. */
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
    // For a text that is not an address, the sentence above is enough, but zod still calls this check.
    if (!URL.canParse(value)) return true;
    const { username, password, hash } = new URL(value);
    return username + password + hash === "";
  }, "must have no user name, password or fragment");

/** An issuer outside of this Ferrule whose tokens open an endpoint. */
export const jwtPolicy = z.strictObject({
  /** Exactly the tokens' `iss`. */
  issuer: plainUrl,
  /** The required value in the tokens' `aud`; null: the endpoint's own address (RFC 8707). */
  audience: givenLine(500, 1).nullable().default(null),
  /** The address of the issuer's public keys; null: its metadata names it (OpenID Connect Discovery, RFC 8414). */
  jwksUrl: plainUrl.nullable().default(null),
  algorithms: z.array(z.enum(tokenAlgorithms)).min(1).max(10).default(["RS256", "ES256"]),
  /** How much clocks may differ. */
  clockSkewSeconds: z.number().int().min(0).max(60).default(5),
  /** Claims that every token must have, with this value if given. */
  requiredClaims: z
    .array(z.strictObject({ name: claimName, value: claimValue.optional() }))
    .max(20)
    .default([]),
  /** The claim with a caller's groups. */
  groupsClaim: claimName.default("groups"),
  /** Whether API keys also open the endpoint, at the same address. */
  keys: z.boolean().default(true),
  ...tokenRules,
});
export type JwtPolicy = z.infer<typeof jwtPolicy>;
