import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parse } from "yaml";
import { interpolate } from "./interpolate.ts";

export interface Service {
  image: string;
  restart?: string;
  init?: boolean;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  pids_limit?: number;
  tmpfs?: string[];
  shm_size?: string;
  user?: string;
  stop_grace_period?: string;
  logging?: { driver: string; options: Record<string, string> };
  build?: { context: string; dockerfile: string };
  command?: string[];
  deploy?: { replicas?: number; resources?: { limits: { memory: string } } };
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string; aliases?: string[] } | null>;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; interval?: string; timeout?: string; retries?: number; disable?: boolean };
}

export interface Compose {
  /** The folder to which relative paths refer. */
  folder: string;
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string; ip_range?: string }[] } }>;
  volumes: Record<string, object>;
}

const known: ReadonlySet<string> = new Set([
  ..."image restart init read_only cap_drop cap_add security_opt pids_limit tmpfs shm_size user stop_grace_period".split(
    " ",
  ),
  ..."logging build command deploy environment ports volumes networks depends_on healthcheck".split(" "),
]);

function filled(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === "string") return interpolate(value, values);
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, values)]));
}

/**
 * Reads a compose file with the variables of an `.env`. Supports only the keys that compose.yaml uses.
 * @throws for any other key of a service, so that no part of the file is silently untested
 */
export async function readCompose(path: string, values: Record<string, string>): Promise<Compose> {
  const raw: unknown = parse(await readFile(path, "utf8"), { merge: true });
  const { services, networks, volumes } = filled(raw, values) as Omit<Compose, "folder">;
  for (const [name, service] of Object.entries(services))
    for (const key of Object.keys(service))
      if (!known.has(key)) throw new Error(`The service ${name} has ${key}, which the test does not know.`);
  return { folder: dirname(path), services, networks, volumes };
}

/** Reads an `.env` as compose does: a name and a value on a line, comments on lines of their own. */
export const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const found = /^(\w+)=(.*)$/.exec(line);
      return found === null ? [] : [[found[1]!, found[2]!]];
    }),
  );
