import type { ItemOf } from "../../../api/use-operation.ts";
import { counted } from "../../../components/format.ts";

export type Policy = ItemOf<"listEndpointAuthPolicies">;
/** The permissions that Functions declare, or that a policy lists. */
export type Declared = Exclude<Policy["permissions"], "*">;

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Who can call, in a sentence. */
export function whoCanCall({ environment, caller, allowedOrigins, apiKeys }: Policy): string {
  const place = environment === "production" ? "Production" : "Development";
  const active = apiKeys.filter((key) => key.environment === environment && key.status === "active");
  const limited = active.filter(({ scopes }) => scopes !== null).length;
  const who =
    caller.mode === "none"
      ? "Anyone who can reach the address"
      : caller.mode === "signature"
        ? `Only what ${caller.signature?.sender ?? "the sender"} has signed`
        : caller.mode === "jwt"
          ? `Anyone with a token from ${caller.jwt?.issuer ?? "the issuer"} for ${caller.jwt?.audience ?? "the audience"}`
          : caller.mode === "oauth"
            ? `Anyone with an account here who signs in${caller.oauth?.keys === true && active.length > 0 ? `, and anyone with an API key,` : ""}`
            : active.length === 0
              ? "Nobody, until there is an API key,"
              : `Anyone with ${active.length === 1 ? "the one active API key" : `one of the ${active.length} active API keys`}`;
  const scoped =
    caller.mode === "api-key" && limited > 0
      ? `; ${limited === active.length ? (active.length === 1 ? "it opens" : "they open") : counted(limited, "of them opens", "of them open")} only what ${limited === 1 ? "its" : "their"} scopes name`
      : "";
  const origins = allowedOrigins.includes("*")
    ? "Web pages from any origin can call too."
    : allowedOrigins.length === 0
      ? "Web pages from other origins cannot."
      : `Web pages from ${listed.format(allowedOrigins)} can call too.`;
  return `${who} can call it in ${place}${scoped}. ${origins}`;
}

export const noPermissions: Declared = { secrets: [], hosts: [], collections: [], cache: false };

/** Everything that several Functions declare, without duplicates. */
export function declaredBy(all: readonly Declared[]): Declared {
  const collections = new Map<string, Declared["collections"][number]>();
  for (const one of all.flatMap((each) => each.collections)) {
    const known = collections.get(one.name);
    collections.set(one.name, known && known.access !== one.access ? { ...one, access: "read-write" } : one);
  }
  return {
    secrets: [...new Set(all.flatMap(({ secrets }) => secrets))].toSorted(),
    hosts: [...new Set(all.flatMap(({ hosts }) => hosts))].toSorted(),
    collections: [...collections.values()],
    cache: all.some(({ cache }) => cache),
    ...(all.some(({ connections = [] }) => connections.length > 0) && {
      connections: [...new Set(all.flatMap(({ connections = [] }) => connections))].toSorted(),
    }),
  };
}

/**
 * What calls can use, grouped for display: what the Functions declare if the policy allows all, otherwise what it
 * lists.
 */
export function touched(permissions: Policy["permissions"], declared: Declared): { label: string; names: string[] }[] {
  const { secrets, hosts, collections, cache, connections = [] } = permissions === "*" ? declared : permissions;
  const words = { read: "read", write: "write", "read-write": "read and write" };
  return [
    { label: "Secrets", names: secrets },
    { label: "Hosts", names: hosts },
    { label: "Collections", names: collections.map(({ name, access }) => `${name} (${words[access]})`) },
    { label: "Connections", names: connections },
    { label: "Cache", names: cache ? ["its own keys"] : [] },
  ].filter(({ names }) => names.length > 0);
}

/** What calls can use, in a sentence. */
export function mayTouch(permissions: Policy["permissions"], declared: Declared): string {
  const groups = touched(permissions, declared);
  if (permissions === "*")
    return groups.length === 0
      ? "A call can use whatever its Function declares. The Functions bound here declare nothing."
      : "A call can use whatever its Function declares. Together, the Functions bound here declare:";
  return groups.length === 0
    ? "A call can use no secrets, hosts, collections, connections or cache, whatever its Function declares."
    : "A call can use what its Function declares, limited to:";
}

/** What Functions declare and a policy withholds: using it will be refused. */
export function withheld(permissions: Policy["permissions"], declared: Declared): string[] {
  if (permissions === "*") return [];
  const lacks = (name: string) => !permissions.collections.some((one) => one.name === name);
  return [
    ...declared.secrets.filter((name) => !permissions.secrets.includes(name)),
    // Whether a wildcard covers a host is left to the server.
    ...(permissions.hosts.some((host) => host.includes("*."))
      ? []
      : declared.hosts.filter((host) => !permissions.hosts.includes(host))),
    ...declared.collections.map(({ name }) => name).filter(lacks),
    ...(declared.connections ?? []).filter((name) => !(permissions.connections ?? []).includes(name)),
    ...(declared.cache && !permissions.cache ? ["the cache"] : []),
  ];
}
