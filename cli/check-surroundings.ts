import { mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { settings, type SettingName, type SettingReader, type Settings } from "@ferrule/contract/settings/settings.ts";
import {
  CertificateError,
  readAuthorities,
  readCertificate,
  type CertificateFiles,
} from "@ferrule/kit/tls/certificate.ts";
import { privateCertificateOf } from "@ferrule/contract/settings/private-listener-settings.ts";
import { nearestSetting } from "./nearest-setting.ts";

/** What is odd about a setting, which no role refuses. The name may be one that is no setting. */
export interface Oddity {
  name: string;
  message: string;
}

const secrets = [
  "SESSION_SECRET",
  "ENCRYPTION_KEYS",
  "INTERNAL_API_TOKEN",
  "WORKER_API_TOKEN",
  "METRICS_TOKEN",
] as const;

/** Credentials that are the same: who learns one has the other. */
function sharedSecrets(values: Partial<Settings>): Oddity[] {
  const firstWith = new Map<string, SettingName>();
  return secrets.flatMap((name) => {
    const shared = [values[name] ?? []].flat().flatMap((part) => {
      const first = firstWith.get(part) ?? name;
      firstWith.set(part, first);
      return first === name ? [] : [first];
    });
    return shared.length === 0 ? [] : [{ name, message: `is the same as ${shared[0]}: give each a value of its own` }];
  });
}

/** Why files cannot be kept in `folder`; null when they can. A folder that is missing is made below the nearest that is there. */
function unwritable(folder: string): string | null {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && path !== dirname(path)) continue;
    if (found?.isDirectory() !== true) return `cannot be a folder: ${path} is a file`;
    try {
      // Tried, because rights alone do not tell: a disk may be read-only, and root may do everything.
      rmdirSync(mkdtempSync(join(path, ".ferrule-check-")));
      return null;
    } catch {
      return `cannot be written: this user cannot create files in ${path}`;
    }
  }
}

/** Names that hardly differ from a setting's, and are read by nobody. */
const misspelled = (env: NodeJS.ProcessEnv): Oddity[] =>
  Object.keys(env).flatMap((name) => {
    const meant = nearestSetting(name);
    return meant === null ? [] : [{ name, message: `is not a setting. Did you mean ${meant}?` }];
  });

/** What would keep a role from starting with its files of TLS, or others from believing its certificate. */
async function unservable(values: Partial<Settings>): Promise<Oddity[]> {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, INTERNAL_TLS_CA_FILE: authorities } = values;
  const pairs = [
    certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    privateCertificateOf(values),
  ].filter((files) => files !== undefined);
  const told = (error: unknown): Oddity[] => {
    if (error instanceof CertificateError) return [{ name: error.setting, message: error.problem }];
    throw error;
  };
  const ofPair = async (files: CertificateFiles): Promise<Oddity[]> => {
    const { expiresAt } = await readCertificate(files);
    const message = `expired at ${new Date(expiresAt).toISOString()}`;
    return expiresAt > Date.now() ? [] : [{ name: `${files.prefix ?? ""}TLS_CERT_FILE`, message }];
  };
  const ofAuthorities = async (file: string): Promise<Oddity[]> => {
    await readAuthorities("INTERNAL_TLS_CA_FILE", file);
    return [];
  };
  const checks = pairs.map(ofPair);
  if (authorities !== undefined) checks.push(ofAuthorities(authorities));
  return (await Promise.all(checks.map((check) => check.catch(told)))).flat();
}

/**
 * Looks beyond single settings at how they fit together and to this machine: names that are misspelled, a gateway without workers, equal
 * ports and credentials, a folder that cannot be written, certificates that cannot be served. Names every oddity once, never with a value.
 */
export async function checkSurroundings(readers: readonly SettingReader[], env: NodeJS.ProcessEnv): Promise<Oddity[]> {
  const values: Partial<Settings> = Object.assign({}, ...readers.map((one) => readRoleSettings(one, env).settings));
  const read = (name: SettingName) =>
    settings[name].readers.some((one) => (readers as readonly string[]).includes(one));
  const { WORKER_URLS: workers, INTERNAL_PORT: internal, PORT: port, DATA_DIR: folder } = values;
  const problem = folder === undefined || !read("DATA_DIR") ? null : unwritable(folder);
  return [
    ...misspelled(env),
    ...(workers?.length === 0
      ? [{ name: "WORKER_URLS", message: "is missing: the gateway has no worker to call" }]
      : []),
    ...(internal !== undefined && internal !== 0 && internal === port
      ? [{ name: "INTERNAL_PORT", message: "is the same as PORT: each listener needs a port of its own" }]
      : []),
    ...sharedSecrets(values),
    ...(problem === null ? [] : [{ name: "DATA_DIR", message: problem }]),
    ...(await unservable(values)),
  ];
}
