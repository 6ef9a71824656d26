import { appsUrlRefusal } from "./apps-url.ts";
import { productionRefusals, type Refusal } from "./production-refusals.ts";
import { settings, type SettingDescription, type SettingName, type SettingReader, type Settings } from "./settings.ts";

export type Environment = Record<string, string | undefined>;

/** Credentials without which a role cannot work anywhere; `npm start` makes them for its own roles. */
const shared: Record<SettingReader, readonly SettingName[]> = {
  gateway: ["INTERNAL_API_TOKEN"],
  "control-plane": ["SESSION_SECRET", "ENCRYPTION_KEYS", "INTERNAL_API_TOKEN", "WORKER_API_TOKEN"],
  worker: ["INTERNAL_API_TOKEN", "WORKER_API_TOKEN"],
  start: [],
};

/** Settings that have no effect because another setting is missing. */
function halfSet(values: Partial<Settings>): Refusal[] {
  const missing = (name: SettingName): Refusal[] =>
    values[name] === undefined ? [{ name, message: "is missing" }] : [];
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, ARCHIVE_URL: archive, INTERNAL_TLS_CA_FILE: authorities } = values;
  const { INTERNAL_TLS_CERT_FILE: internalCert, INTERNAL_TLS_KEY_FILE: internalKey } = values;
  const plain = (["CONTROL_PLANE_URL", "CONTROL_PLANE_INTERNAL_URL", "WORKER_URLS"] as const).filter((name) =>
    [values[name] ?? []].flat().some((url) => /^http:/i.test(url)),
  );
  return [
    ...(internalCert === undefined ? [] : missing("INTERNAL_TLS_KEY_FILE")),
    ...(internalKey === undefined ? [] : missing("INTERNAL_TLS_CERT_FILE")),
    // With authorities, every address must use TLS: one without it would send tokens and calls unencrypted.
    ...(authorities === undefined
      ? []
      : plain.map((name) => ({ name, message: "must begin with https:, because INTERNAL_TLS_CA_FILE is set" }))),
    ...(cert === undefined ? [] : missing("TLS_KEY_FILE")),
    ...(key === undefined ? [] : missing("TLS_CERT_FILE")),
    ...(archive === undefined ? [] : [...missing("ARCHIVE_ACCESS_KEY_ID"), ...missing("ARCHIVE_SECRET_ACCESS_KEY")]),
  ];
}

/**
 * Reads all settings of the catalogue that `reader` uses from the environment variables in `env`. It returns all
 * problems at once, by name and never with a value. An empty variable counts as unset. A missing credential that the
 * role needs is always a problem; with NODE_ENV `production`, the production refusals are added. With problems,
 * `settings` holds only the valid settings.
 */
export function readRoleSettings(reader: SettingReader, env: Environment): { settings: Settings; problems: Refusal[] } {
  const values: Record<string, unknown> = {};
  const problems: Refusal[] = [];
  for (const [name, entry] of Object.entries<SettingDescription>(settings)) {
    if (!entry.readers.includes(reader)) continue;
    const text = env[name] || (entry.alias === undefined ? undefined : env[entry.alias]);
    const result = entry.schema.safeParse(text === "" ? undefined : text);
    if (result.success) values[name] = result.data;
    else problems.push({ name: name as SettingName, message: result.error.issues[0]?.message ?? "is invalid" });
  }
  const known = new Set(problems.map((problem) => problem.name));
  const refusals: Refusal[] =
    values["NODE_ENV"] === "production"
      ? productionRefusals(reader, values)
      : shared[reader].filter((name) => values[name] === undefined).map((name) => ({ name, message: "is missing" }));
  const { PUBLIC_APPS_URL: appsUrl, PUBLIC_URL: publicUrl } = values as Partial<Settings>;
  const wrongApps = appsUrl === undefined || publicUrl === undefined ? null : appsUrlRefusal(appsUrl, publicUrl);
  if (wrongApps !== null) refusals.push({ name: "PUBLIC_APPS_URL", message: wrongApps });
  const { CLIENT_ADDRESS_FROM: source = "x-forwarded-for", TRUSTED_PROXIES: proxies } = values as Partial<Settings>;
  if (source !== "x-forwarded-for" && proxies?.length === 0) {
    refusals.push({ name: "TRUSTED_PROXIES", message: "is missing: without it no proxy may say who calls" });
  }
  refusals.push(...halfSet(values));
  problems.push(...refusals.filter((refusal) => !known.has(refusal.name)));
  return { settings: values as Settings, problems };
}

/** The sentence that a role prints before it refuses to start. */
export function describeProblems(reader: SettingReader, problems: Refusal[]): string {
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  return [
    `The configuration of ${reader} has ${count}:`,
    ...problems.map(({ name, message }) => `  ${name}: ${message}`),
  ].join("\n");
}
