import type { SettingReader } from "@ferrule/contract/settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One line of the checklist in docs/hardening.md. */
export interface Item {
  /** Its heading in the page. */
  id: string;
  /** Who has what it looks at. */
  readers: readonly SettingReader[];
  /** What is open, as a sentence that holds no value; null when nothing is. */
  check: (env: Environment) => string | null;
}

/** A setting that is set to something. */
export const valueOf = (env: Environment, name: string): string | undefined => env[name] || undefined;

export const listOf = (env: Environment, name: string): string[] =>
  (valueOf(env, name) ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Whether a URL leads to this machine, so that nobody else sees what goes there. */
export function isLocal(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return host === "" || host === "localhost" || host === "::1" || host.startsWith("127.") || host.startsWith("%2F");
}
