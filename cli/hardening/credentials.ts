import { settings, type SettingDescription } from "@ferrule/contract/settings/settings.ts";
import { listOf, valueOf, type Environment, type Item } from "./finding.ts";

const shortest = 32;
const tokens = ["INTERNAL_API_TOKEN", "WORKER_API_TOKEN"];
const random = ["SESSION_SECRET", "ENCRYPTION_KEYS", ...tokens, "METRICS_TOKEN"];

/** Names of credentials that share their value with another. */
function shared(env: Environment): string[] {
  const owners = new Map<string, string>();
  const found: string[] = [];
  for (const [name, { credential }] of Object.entries<SettingDescription>(settings)) {
    if (credential !== true || name.endsWith("_PROXY")) continue;
    for (const value of listOf(env, name)) {
      const owner = owners.get(value);
      if (owner !== undefined && owner !== name) found.push(`${owner} and ${name}`);
      owners.set(value, name);
    }
  }
  return found;
}

/** The checklist's items about credentials in the environment. */
export const credentialItems: readonly Item[] = [
  {
    id: "credential-lengths",
    readers: ["gateway", "control-plane", "worker", "start"],
    check(env) {
      const short = random.filter((name) => listOf(env, name).some((value) => value.length < shortest));
      return short.length === 0 ? null : `${short.join(", ")}: shorter than ${shortest} characters.`;
    },
  },
  {
    id: "distinct-credentials",
    readers: ["gateway", "control-plane", "worker", "start"],
    check(env) {
      const found = shared(env);
      return found.length === 0
        ? null
        : `${found.join("; ")} have the same value: anyone who learns one knows the other.`;
    },
  },
  {
    id: "finished-rotations",
    readers: ["gateway", "control-plane", "worker"],
    check(env) {
      const open = tokens.filter((name) => listOf(env, name).length > 1);
      return open.length === 0 ? null : `${open.join(", ")}: the old value is still accepted.`;
    },
  },
  {
    id: "metrics-token",
    readers: ["gateway", "control-plane", "worker"],
    check: (env) =>
      valueOf(env, "METRICS_TOKEN") === undefined ? "METRICS_TOKEN is not set: /metrics is open." : null,
  },
  {
    id: "owner-password",
    readers: ["control-plane", "start"],
    check: (env) =>
      valueOf(env, "OWNER_PASSWORD") !== undefined && listOf(env, "OWNER_PASSWORD").join().length < 16
        ? "OWNER_PASSWORD is shorter than 16 characters."
        : null,
  },
];
