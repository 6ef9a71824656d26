import { publicUrlRefusal } from "./public-url-refusal.ts";
import { settings, type SettingName, type SettingReader, type Settings } from "./settings.ts";

export interface Refusal {
  name: SettingName;
  message: string;
}

/** Credentials that each role needs in production; OWNER_PASSWORD only matters at the first start. */
const required: Record<SettingReader, readonly SettingName[]> = {
  gateway: ["INTERNAL_API_TOKEN", "METRICS_TOKEN"],
  "control-plane": [
    "SESSION_SECRET",
    "ENCRYPTION_KEYS",
    "INTERNAL_API_TOKEN",
    "WORKER_API_TOKEN",
    "METRICS_TOKEN",
    "OWNER_PASSWORD",
  ],
  worker: ["INTERNAL_API_TOKEN", "WORKER_API_TOKEN", "METRICS_TOKEN"],
  start: ["OWNER_PASSWORD"],
};

const developmentWords =
  /development|changeme|change-me|password|secret|example|insecure|default|test-only|ferrule-dev/i;

function isWeak(value: string): boolean {
  return developmentWords.test(value) || new Set(value).size < 8;
}

/** The values of a credential; there are several during its replacement. */
const partsOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as string[]) : typeof value === "string" ? [value] : [];

/**
 * All findings that production refuses, reported together, by name and never by value. They are: credentials of this
 * role that are missing, short (32 characters; OWNER_PASSWORD 12) or development defaults; a public URL that is not
 * https or that others cannot reach; demo mode; a mock integration URL; an embedded database without the setting that
 * confirms it.
 */
export function productionRefusals(reader: SettingReader, values: Partial<Settings>): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (name: SettingName, message: string) => {
    refusals.push({ name, message });
  };
  for (const name of required[reader]) {
    const shortest = name === "OWNER_PASSWORD" ? 12 : 32;
    const parts = partsOf(values[name]);
    if (parts.length === 0) refuse(name, "is missing");
    else if (parts.some((part) => part.length < shortest)) refuse(name, `must have at least ${shortest} characters`);
    else if (parts.some(isWeak)) refuse(name, "looks like a development value");
  }
  if (values.PUBLIC_URL !== undefined) {
    const message = publicUrlRefusal(values.PUBLIC_URL, values.INTRANET_HTTP === "accept");
    if (message !== null) refuse("PUBLIC_URL", message);
  }
  const reads = (name: SettingName) => (settings[name].readers as readonly SettingReader[]).includes(reader);
  if (values.DEMO_MODE === true) refuse("DEMO_MODE", "is refused in production");
  if (values.MOCK_INTEGRATION_URL !== undefined) refuse("MOCK_INTEGRATION_URL", "is refused in production");
  if (reads("DATABASE_URL") && values.DATABASE_URL === undefined && values.EMBEDDED_DATABASE !== "accept") {
    refuse("DATABASE_URL", "is missing; set EMBEDDED_DATABASE=accept to use the embedded database");
  }
  return refusals;
}
