/**
 * How long an access token opens its endpoint. Workers learn of a revocation at once; this limits the use of a stolen
 * token.
 */
export const accessTokenMs = 10 * 60_000;
/** How long a code can be exchanged (OAuth 2.1, section 4.1.2: at most ten minutes). */
export const codeMs = 60_000;
/** How long a refresh token may stay unused. Each use restarts that time. */
export const refreshTokenMs = 30 * 86_400_000;
/**
 * How long a used refresh token still returns the same tokens as at its first use. A client may make several calls at
 * once, each of which renews, or may have lost an answer. A later use counts as a theft.
 */
export const renewalOverlapMs = 30_000;
/** How long a person may think about a consent. */
export const requestMs = 10 * 60_000;
