import { z } from "zod";
import { newIdentityProvider } from "../resources/identity-provider.ts";

/** The input of settings: the text of an environment variable, `undefined` when it is unset. */
export const optionalText = z.string().max(4_096).optional();
/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
/** The same with a default. */
export const integer = (fallback: number, min: number, max: number) => whole(min, max).default(fallback);
/** Texts separated by commas; none when it is unset. */
export const list = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .default([]);
/** The values of one credential during its replacement: we use the first, and accept every one. */
export const credentials = z
  .string()
  .max(4_096)
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.tuple([z.string().min(1, "must not have an empty value")], z.string().min(1, "must not have an empty value")))
  .optional();
export const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: "must be addresses or CIDR ranges, such as 10.0.0.0/8",
});
export const reachable = z.union(
  [z.cidrv4(), z.cidrv6(), z.string().regex(/^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+):[0-9]{1,5}$/i)],
  {
    error: "must be CIDR ranges or host:port, such as 10.20.0.0/16,billing.internal:8443",
  },
);
/** An http or https URL, without trailing slashes. */
export const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an http or https URL")
  .transform((value) => value.replace(/\/+$/, ""));

/** The URL of a proxy; empty for none. */
export const proxyUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an http or https URL")
  .default("");

/** Providers of the company's sign-in, in the API's format. Problems never contain the value. */
export const identityProviders = z
  .string()
  .max(200_000)
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: "custom", message: "must be JSON" });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(newIdentityProvider)
      .max(20)
      .refine(
        (all) =>
          all.every(
            ({ clientAuth, clientSecret }) => (clientAuth === "private_key_jwt") === (clientSecret === undefined),
          ),
        "must each have a clientSecret, unless clientAuth is private_key_jwt",
      ),
  )
  .optional();

/**
 * Whether we can read the whole address: `#` begins a fragment, and `/` and `?` end the host. A socket has no host.
 */
export const isWhole = (value: string): boolean =>
  !value.includes("#") && URL.canParse(value.replace("@/", "@socket/"));
export const unescaped = "must be a URL: write special characters of a password with a percent sign, such as %23 for #";

/** The driver supports only one host, for example an address that moves with the primary. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a postgres:// URL")
  .refine(isWhole, unescaped)
  .refine(
    (value) => !/^[^/]*\/\/([^/?]*@)?[^/?@]*,[^/?@]*(?:[/?]|$)|[?&]host=[^&]*(,|%2c)/i.test(value),
    "must name one host: the address that leads to the primary, such as a proxy's",
  )
  .optional();

/** An origin, without a path. */
export const origin = httpUrl.refine((value) => {
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === "/" && search + hash + username + password === "";
}, "must be an origin, such as https://ferrule.example.com, without path, query or user");

/** A host; with `*.` before it, all hosts directly below it. */
export const appsOrigin = origin
  .refine((value) => {
    const { hostname } = new URL(value);
    const base = hostname.replace(/^\*\./, "");
    const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(base) && !base.includes("..");
    return isName && (base === hostname || /[a-z]/.test(base));
  }, "must be an origin with a plain host name, such as https://apps.example.com or https://*.apps.example.com")
  .transform((value) => new URL(value).origin)
  .optional();
