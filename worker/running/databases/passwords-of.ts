import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";

/** A connection's password, as its URL spells it and as the server knows it. */
export function passwordsOf({ url }: Pick<OpenedConnection, "url">): string[] {
  const { password } = new URL(url);
  return [...new Set([password, decodeURIComponent(password)])].filter((one) => one !== "");
}
