/**
 * The largest body of a call that an endpoint may allow (`limits.maxBodyBytes`), so the gateway must be able to hold
 * it.
 */
export const mostBodyBytes = 10 * 1024 * 1024;
