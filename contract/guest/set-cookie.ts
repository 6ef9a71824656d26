/** The host and path for which to set a cookie. */
export interface CookiePlace {
  hostname: string;
  isHttps: boolean;
  /** If others share the host, the cookie's Path must be this or below it; null allows any Path. */
  below: string | null;
}

/** Browsers refuse longer ones (RFC 6265bis, section 5.6). */
const mostCharacters = 4_096;
const fine = /^[\t\x20-\x7e\x80-\xff]*$/;
const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** The console's own cookies. */
const reserved = /^(?:__host-|__secure-)?ferrule_/i;

type Verdict = { cookie: string } | { problem: string };

interface Read {
  name: string;
  /** By lower-case name; the last one of each counts, as in browsers. */
  attributes: Map<string, string>;
  /** The attributes that we send, except Domain and Path. */
  kept: string[];
}

function read(value: string): Read | string {
  if (value.length > mostCharacters) return "it is longer than 4096 characters";
  if (!fine.test(value)) return "it has characters that no header may have";
  const [pair = "", ...rest] = value.split(";").map((part) => part.trim());
  const name = pair.split("=", 1)[0]?.trimEnd() ?? "";
  // Without a name, a cookie's value could pose as a name with a prefix.
  if (!pair.includes("=") || !cookieName.test(name)) return "it does not begin with name=value";
  const attributes = new Map<string, string>();
  const kept = [pair];
  for (const part of rest) {
    const at = part.indexOf("=");
    const attribute = (at === -1 ? part : part.slice(0, at)).trim().toLowerCase();
    attributes.set(attribute, at === -1 ? "" : part.slice(at + 1).trim());
    if (attribute !== "domain" && attribute !== "path" && part !== "") kept.push(part);
  }
  return { name, attributes, kept };
}

/** A Domain may only repeat the host; we then send the cookie without it, for this host alone. */
const isForeign = (domain: string, hostname: string) =>
  domain !== "" && domain.toLowerCase().replace(/^\./, "") !== hostname;

function pathProblem(name: string, path: string | undefined, below: string | null): string | null {
  const isWholeHost = /^__host-/i.test(name);
  if (below === null) return isWholeHost && path !== "/" ? "a __Host- cookie needs Path=/" : null;
  if (isWholeHost) return "a __Host- cookie would reach the other HTTP APIs of this host";
  if (path === undefined || path === below || path.startsWith(`${below}/`)) return null;
  return `its Path is not below ${below}; leave it out`;
}

/**
 * A Function's `Set-Cookie` in the form in which this host sends it, or the reason why it does not (RFC 6265bis). It
 * stays on the host, has `Secure` over https, and has `SameSite=Lax` by default. The sandbox uses it to warn the
 * author; the worker and the gateway use it to send the cookie.
 */
export function sentCookie(value: string, { hostname, isHttps, below }: CookiePlace): Verdict {
  const given = read(value);
  if (typeof given === "string") return { problem: given };
  const { name, attributes, kept } = given;
  if (reserved.test(name)) return { problem: "the name is the console's" };
  if (isForeign(attributes.get("domain") ?? "", hostname)) return { problem: "its Domain is not this host" };
  const path = attributes.get("path");
  const known = path?.startsWith("/") === true ? path : undefined;
  const problem = pathProblem(name, known, below);
  if (problem !== null) return { problem };
  if (!isHttps && /^__(?:host|secure)-/i.test(name)) return { problem: "its prefix needs https" };
  const sentPath = known ?? below;
  if (sentPath !== null) kept.push(`Path=${sentPath}`);
  if (isHttps && !attributes.has("secure")) kept.push("Secure");
  if (!attributes.has("samesite")) kept.push("SameSite=Lax");
  return { cookie: kept.join("; ") };
}

/** A request's `Cookie` without the console's cookies, which no Function gets; undefined when none is left. */
export function shownCookies(field: string): string | undefined {
  const shown = field
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "" && !reserved.test(pair));
  return shown.length === 0 ? undefined : shown.join("; ");
}
