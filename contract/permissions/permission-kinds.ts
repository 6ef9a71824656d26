import type { Permissions } from "../internal/permissions.ts";

/** The kinds of permission of a Function, by the name of their list in `permissions`. */
export type PermissionKind = keyof Permissions;

/** One kind of permission: its words in sentences, and Ferrule's rules for it. */
export interface PermissionRules {
  /** One of them in a sentence: `secret`. The filter of a list of Functions has this name too. */
  one: string;
  /** Several of them in a sentence: `secrets`. */
  many: string;
  /** What a sentence says before the name, if that is not `one`: `runs of`. */
  before?: string;
  title: string;
  names: (of: Permissions) => string[];
  /** One name, as a list shows it. */
  label: (name: string, of: Permissions) => string;
  /** The part of a Function's permissions that names it: a search in stored permissions. */
  part: (name: string) => object;
  /** The permissions with this name allowed too. */
  allow: (name: string, now: Permissions) => Permissions;
}

const accessWords = { read: "read", write: "write", "read-write": "read and write" };
const itself = (name: string) => name;
const added = (list: readonly string[], name: string) => (list.includes(name) ? [...list] : [...list, name]);

/**
 * Every kind of permission, in display order. If a kind is missing here, the code does not compile. So no sentence,
 * difference, filter, preview or fix can forget one.
 */
export const permissionKinds = {
  secrets: {
    one: "secret",
    many: "secrets",
    title: "Secrets",
    names: ({ secrets }) => secrets,
    label: itself,
    part: (name) => ({ secrets: [name] }),
    allow: (name, now) => ({ ...now, secrets: added(now.secrets, name) }),
  },
  hosts: {
    one: "host",
    many: "hosts",
    title: "Hosts",
    names: ({ hosts }) => hosts,
    label: itself,
    part: (name) => ({ hosts: [name] }),
    allow: (name, now) => ({ ...now, hosts: added(now.hosts, name) }),
  },
  collections: {
    one: "collection",
    many: "collections",
    title: "Collections",
    names: ({ collections }) => collections.map(({ name }) => name),
    label(name, { collections }) {
      const access = collections.find((one) => one.name === name)?.access;
      return access === undefined ? name : `${name} (${accessWords[access]})`;
    },
    part: (name) => ({ collections: [{ name }] }),
    allow: (name, now) => ({
      ...now,
      collections: [...now.collections.filter((one) => one.name !== name), { name, access: "read-write" as const }],
    }),
  },
  connections: {
    one: "connection",
    many: "connections",
    title: "Connections",
    names: ({ connections = [] }) => connections,
    label: itself,
    part: (name) => ({ connections: [name] }),
    allow: (name, now) => ({ ...now, connections: added(now.connections ?? [], name) }),
  },
  runs: {
    one: "run",
    many: "runs",
    before: "runs of",
    title: "Runs of Functions",
    names: ({ runs = [] }) => runs,
    label: itself,
    part: (slug) => ({ runs: [slug] }),
    allow: (slug, now) => ({ ...now, runs: added(now.runs ?? [], slug) }),
  },
  cache: {
    one: "cache",
    many: "cache",
    title: "Cache",
    names: ({ cache }) => (cache ? ["cache"] : []),
    label: () => "its own keys",
    part: () => ({ cache: true }),
    allow: (_name, now) => ({ ...now, cache: true }),
  },
} as const satisfies Record<PermissionKind, PermissionRules>;

/** The kinds, in display order. */
export const permissionKindNames = Object.keys(permissionKinds) as [PermissionKind, ...PermissionKind[]];

/** The names of all kinds in a sentence: `secrets, hosts, collections, connections, runs or cache`. */
export const permissionWords = (type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat("en-GB", { type }).format(permissionKindNames.map((kind) => permissionKinds[kind].many));
