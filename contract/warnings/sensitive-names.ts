/**
 * Names whose values are masked wherever data is recorded, at any depth and in any spelling: `apiKey`, `API_KEY` and
 * `x-api-key` are one name.
 */
const sensitive = [
  "password",
  "passwd",
  "secret",
  "token",
  "apikey",
  "authorization",
  "cookie",
  "credential",
  "privatekey",
  "session",
] as const;

export const maskMarker = "[masked]";

const plain = (name: string) => name.replaceAll(/[^A-Za-z]/g, "").toLowerCase();

/** Returns a test whether a name contains one of these words, in any spelling. */
export function namesLike(words: readonly string[]): (name: string) => boolean {
  const plainWords = words.map(plain).filter((word) => word !== "");
  return (name) => {
    const given = plain(name);
    return plainWords.some((word) => given.includes(word));
  };
}

/**
 * Returns a test whether a field with this name holds data that must not be recorded; `more` are the installation's own
 * names.
 */
export const sensitiveNames = (more: readonly string[]): ((name: string) => boolean) =>
  namesLike([...sensitive, ...more]);

/** Whether a field with this name holds data that must not be recorded, in every installation. */
export const isSensitiveName = sensitiveNames([]);

/** The platform's own tokens, recognized by their form anywhere. */
const platformToken = /fer_(?:key|pat|scim)_[A-Za-z0-9_-]{16,}/g;

export const maskTokens = (text: string): string =>
  text.includes("fer_") ? text.replaceAll(platformToken, maskMarker) : text;
