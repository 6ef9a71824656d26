import type { Environment } from "@ferrule/contract/states.ts";
import type { CalledPlace } from "../../../ground/ports/cache.ts";

/**
 * The prefix of every key of a place. The parts are encoded because a tenant may be called `a:b`: the prefix of one
 * place must never match keys of another.
 */
export const placePrefix = (projectId: string, { environment, tenantId }: CalledPlace): string =>
  `ferrule:cache:${[projectId, environment, tenantId].map(encodeURIComponent).join(":")}:`;

/** The prefix of every key of an environment. */
export const environmentPrefix = (projectId: string, environment: Environment): string =>
  placePrefix(projectId, { environment, tenantId: "" }).slice(0, -1);

/** The tenant of a key with this prefix of an environment. */
export const tenantOf = (key: string, prefix: string): string =>
  decodeURIComponent(key.slice(prefix.length).split(":", 1)[0] ?? "");

/** A SCAN pattern (https://valkey.io/commands/keys) that matches exactly the keys with this prefix. */
export const patternOf = (prefix: string): string => `${escaped(prefix)}*`;

const escaped = (text: string) => text.replaceAll(/[*?[\]\\^-]/g, String.raw`\$&`);

/** A SCAN pattern that matches exactly the keys of a tenant in every preview. */
export function patternOfPreviews(projectId: string, tenantId: string): string {
  const prefix = placePrefix(projectId, { environment: "preview:?", tenantId });
  const [before = "", after = ""] = prefix.split(encodeURIComponent("?"), 2);
  return `${escaped(before)}*${patternOf(after)}`;
}

/** An entry as it is stored: the Function that wrote it, a line break, the JSON text. */
export const storedText = (functionId: string, json: string): string => `${functionId}\n${json}`;

export function readStored(text: string): { functionId: string; json: string } {
  const end = text.indexOf("\n");
  return { functionId: text.slice(0, end), json: text.slice(end + 1) };
}
