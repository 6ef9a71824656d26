import { z } from "zod";

/** The base address of an API: requests reach only addresses below it. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine((url) => {
    if (!URL.canParse(url)) return true;
    const { username, password, search, hash } = new URL(url);
    return [username, password, search, hash].every((part) => part === "");
  }, "must have no credentials, query or fragment");

/**
 * The permission that a Function needs for an address: `https://api.example.com/v1` is granted as `api.example.com`.
 */
export function hostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return protocol === "http:" ? `http://${host}` : host;
}
