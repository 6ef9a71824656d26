import type { CachePlace } from "../cache.ts";

/**
 * What every key of a place begins with. The parts are encoded, so that no tenant's name can end where another's key begins:
 * a tenant may be called `a:b`.
 */
export const placePrefix = (projectId: string, { environment, tenantId }: CachePlace): string =>
  `ferrule:cache:${[projectId, environment, tenantId].map(encodeURIComponent).join(":")}:`;

/** A pattern of SCAN (https://valkey.io/commands/keys) that matches what begins with exactly this text. */
export const patternOf = (prefix: string): string => `${prefix.replaceAll(/[*?[\]\\^-]/g, String.raw`\$&`)}*`;

/** An entry as it is stored: the Function that wrote it, a line break, the JSON text. */
export const storedText = (functionId: string, json: string): string => `${functionId}\n${json}`;

export function readStored(text: string): { functionId: string; json: string } {
  const end = text.indexOf("\n");
  return { functionId: text.slice(0, end), json: text.slice(end + 1) };
}
