import { OauthError } from "./oauth-error.ts";

/** More than any valid request has. The longest, a token exchange, has about fifteen. */
const mostMembers = 100;

const ampersand = 0x26;

/** It counts before it decodes anything, so a long list of names costs only a look at each character. */
function hasTooMany(text: string): boolean {
  let separators = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== ampersand) continue;
    separators += 1;
    if (separators >= mostMembers) return true;
  }
  return false;
}

/**
 * Members by name. RFC 6749, section 3.1: a member without a value counts as left out, and none may come twice.
 * @throws OauthError invalid_request, or invalid_target for a second `resource`
 */
export function readForm(text: string): Record<string, string> {
  if (hasTooMany(text)) throw new OauthError("invalid_request", `Send at most ${mostMembers} parameters.`);
  const read: Record<string, string> = Object.create(null);
  const met = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (met.has(name)) {
      const code = name === "resource" ? "invalid_target" : "invalid_request";
      throw new OauthError(code, "A parameter was sent more than once.");
    }
    met.add(name);
    if (value !== "") read[name] = value;
  }
  return read;
}
