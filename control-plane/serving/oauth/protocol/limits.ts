/** How long an access token opens its endpoint. Revoking is heard at once; this bounds what a stolen one is good for. */
export const accessTokenMs = 10 * 60_000;
/** How long a code can be exchanged (OAuth 2.1, section 4.1.2: at most ten minutes). */
export const codeMs = 60_000;
/** How long a refresh token can lie unused. Each use restarts that time. */
export const refreshTokenMs = 30 * 86_400_000;
/**
 * How long a refresh token that was used gives what it gave: a client makes several calls at once, each of which renews, or an answer was lost.
 * A later use is taken for a theft.
 */
export const renewalOverlapMs = 30_000;
/** How long a person may think about a consent. */
export const requestMs = 10 * 60_000;
