/**
 * Responses with these statuses have no body, whatever the Function returns (RFC 9110 sections 15.3.5, 15.3.6 and
 * 15.4.5).
 */
const bodiless = new Set([204, 205, 304]);

export const isBodiless = (status: number): boolean => bodiless.has(status);
