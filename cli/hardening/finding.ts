import type { SettingReader } from "@ferrule/contract/settings/settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One item of the checklist in docs/hardening.md. */
export interface Item {
  /** Its heading in docs/hardening.md. */
  id: string;
  /** The roles to which it applies. */
  readers: readonly SettingReader[];
  /** The open problem, as a sentence without any value; null when it is not open. */
  check: (env: Environment) => string | null;
}

/** The value of a setting, if it is set. */
export const valueOf = (env: Environment, name: string): string | undefined => env[name] || undefined;

export const listOf = (env: Environment, name: string): string[] =>
  (valueOf(env, name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Whether a URL leads to this machine, so its traffic never leaves it. */
export function isLocal(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return host === "" || host === "localhost" || host === "::1" || host.startsWith("127.") || host.startsWith("%2F");
}
