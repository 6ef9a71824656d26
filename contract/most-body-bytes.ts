/** The largest body of a call that an endpoint may allow (`limits.maxBodyBytes`), and that the gateway therefore holds. */
export const mostBodyBytes = 10 * 1024 * 1024;
