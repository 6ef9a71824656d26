import { identifier } from "../identifier.ts";

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/;

/** Keeps a well-formed inbound `x-request-id` (1 to 128 of `A-Za-z0-9._:-`) and replaces anything else. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === "string" && wellFormed.test(header) ? header : identifier("req");
}
