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

/** Describes an odd setting that no role refuses, such as a misspelled name. */
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

/** Two credentials with the same value: a leak of one is a leak of both. */
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

/**
 * Why `folder` cannot hold files; null when it can. If a folder is missing, this checks the nearest existing one above
 * it.
 */
function unwritable(folder: string): string | null {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined && path !== dirname(path)) continue;
    if (found?.isDirectory() !== true) return `cannot be a folder: ${path} is a file`;
    try {
      // We try it, because access rights do not tell enough: a disk may be read-only, and root may do everything.
      rmdirSync(mkdtempSync(join(path, ".ferrule-check-")));
      return null;
    } catch {
      return `cannot be written: this user cannot create files in ${path}`;
    }
  }
}

/** Names in the environment that resemble a setting's name but that nobody reads. */
const misspelled = (env: NodeJS.ProcessEnv): Oddity[] =>
  Object.keys(env).flatMap((name) => {
    const meant = nearestSetting(name);
    return meant === null ? [] : [{ name, message: `is not a setting. Did you mean ${meant}?` }];
  });

/** TLS files that would keep a role from starting, or others from trusting its certificate. */
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
 * Checks how the settings fit together and fit this machine. It finds misspelled names, a gateway without workers,
 * equal ports or credentials, folders that cannot be written, and certificates that cannot be served. Names each
 * problem once, never with a value.
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
