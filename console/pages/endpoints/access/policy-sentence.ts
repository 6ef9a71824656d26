import type { EveryPermission } from "@ferrule/contract/internal/permissions.ts";
import {
  permissionKindNames,
  permissionKinds,
  permissionWords,
} from "@ferrule/contract/permissions/permission-kinds.ts";
import { permissionUses } from "@ferrule/contract/permissions/permission-uses.ts";
import type { ItemOf } from "../../../api/use-operation.ts";
import { counted } from "../../../components/format.ts";
import { claimText } from "./rules/rule-sentence.ts";

export type Policy = ItemOf<"listEndpointAuthPolicies">;
/** The permissions that Functions declare, or that a policy lists. */
export type Declared = Exclude<Policy["permissions"], "*">;

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });
const listed = new Intl.ListFormat("en", { type: "conjunction" });

type Caller = Policy["caller"];

/** The providers whose people policies can name. */
export type CallerIssuers = readonly ItemOf<"listCallerIssuers">[];

/** The people of an issuer that a policy names, as part of a sentence; null when none of them can sign in now. */
function peopleOf(issuer: string, issuers: CallerIssuers): string | null {
  const known = issuers.find((one) => one.issuer === issuer && (one.signsIn || one.vouches));
  if (known === undefined) return null;
  const { name, signsIn, domains } = known;
  const at = domains.length === 0 ? "" : ` with an address at ${alternatives.format(domains)}`;
  return signsIn ? `anyone whom ${name} signs in${at}` : `anyone for whom ${name} vouches${at}`;
}

/** The named issuers without effect: no provider has this issuer, or the provider does not sign in callers. */
const namedInVain = ({ oauth }: Caller, issuers: CallerIssuers): string[] =>
  (oauth?.issuers ?? [])
    .filter((issuer) => peopleOf(issuer, issuers) === null)
    .map((issuer) => `Nobody of ${issuer} can sign in, because no identity provider here admits its people just now.`);

/** The callers that get in with a token, or with a key as well. */
function tokenHolders({ jwt, oauth }: Caller, hasKeys: boolean, issuers: CallerIssuers): string {
  const beside = (jwt ?? oauth)?.keys === true && hasKeys ? ", and anyone with an API key," : "";
  if (jwt === undefined) {
    const people = (oauth?.issuers ?? []).flatMap((issuer) => peopleOf(issuer, issuers) ?? []);
    return `${["Anyone with an account here who signs in", ...people].join(", and ")}${people.length > 0 && beside === "" ? "," : beside}`;
  }
  const required = jwt.requiredClaims.map(claimText);
  const having = required.length === 0 ? "" : ` with ${listed.format(required)}`;
  return `Anyone with a token of ${jwt.issuer} for ${jwt.audience ?? "this address"}${having}${beside}`;
}

/** The callers that a policy admits, as the subject of a sentence. */
function admitted(caller: Caller, activeKeys: number, issuers: CallerIssuers): string {
  const { mode, signature } = caller;
  if (mode === "none") return "Anyone who can reach the address";
  if (mode === "signature") return `Only what ${signature?.sender ?? "the sender"} has signed`;
  if (mode !== "api-key") return tokenHolders(caller, activeKeys > 0, issuers);
  if (activeKeys === 0) return "Nobody, until there is an API key,";
  return `Anyone with ${activeKeys === 1 ? "the one active API key" : `one of the ${activeKeys} active API keys`}`;
}

/** The programs through which people may sign in. */
function programs({ documents, registration }: NonNullable<Caller["oauth"]>): string {
  if (documents && registration) return "Any program may ask them to sign in.";
  if (documents) return "Programs that a website vouches for may ask them to sign in.";
  return registration
    ? "Programs that register themselves may ask them to sign in."
    : "Only registered programs may ask them to sign in.";
}

/** The access that a token gives, in sentences; empty for a policy without tokens. */
function opened({ jwt, oauth }: Caller): string[] {
  const rules = (jwt ?? oauth)?.rules;
  if (rules === undefined) return [];
  const separate = oauth?.scopes.length ?? 0;
  return [
    ...(oauth === undefined ? [] : [programs(oauth)]),
    ...(separate === 0
      ? []
      : [
          `${counted(separate, "permission is", "permissions are")} asked for ${oauth?.ask === "when-needed" ? "when a call needs one" : "beside it at the sign-in"}.`,
        ]),
    rules.length === 0
      ? "There are no rules, so a token opens everything."
      : `${counted(rules.length, "rule says", "rules say")} what a token opens. The rest is denied.`,
  ];
}

/** The rules of a policy for callers with a token. */
export const rulesOf = ({ caller: { jwt, oauth } }: Pick<Policy, "caller">) => (jwt ?? oauth)?.rules ?? [];

/** Whether a policy accepts tokens at all. */
export const takesTokens = ({ caller: { mode } }: Pick<Policy, "caller">): boolean =>
  mode === "oauth" || mode === "jwt";

/** Who can call, and what they can call, in sentences. */
export function whoCanCall(
  { environment, caller, allowedOrigins, apiKeys }: Policy,
  issuers: CallerIssuers = [],
): string {
  const place = environment === "production" ? "Production" : "Development";
  const active = apiKeys.filter((key) => key.environment === environment && key.status === "active");
  const limited = active.filter(({ scopes }) => scopes !== null).length;
  const scoped =
    caller.mode === "api-key" && limited > 0
      ? `; ${limited === active.length ? (active.length === 1 ? "it opens" : "they open") : counted(limited, "of them opens", "of them open")} only what ${limited === 1 ? "its" : "their"} scopes name`
      : "";
  const origins = allowedOrigins.includes("*")
    ? "Web pages from any origin can call too."
    : allowedOrigins.length === 0
      ? "Web pages from other origins cannot."
      : `Web pages from ${listed.format(allowedOrigins)} can call too.`;
  return [
    `${admitted(caller, active.length, issuers)} can call it in ${place}${scoped}.`,
    ...namedInVain(caller, issuers),
    ...opened(caller),
    origins,
  ].join(" ");
}

export const noPermissions: Declared = { secrets: [], hosts: [], collections: [], cache: false };

/** Everything that several Functions declare, without duplicates. */
export function declaredBy(all: readonly Declared[]): Declared {
  const collections = new Map<string, Declared["collections"][number]>();
  for (const one of all.flatMap((each) => each.collections)) {
    const known = collections.get(one.name);
    collections.set(one.name, known && known.access !== one.access ? { ...one, access: "read-write" } : one);
  }
  const connections = [...new Set(all.flatMap((one) => one.connections ?? []))].toSorted();
  const runs = [...new Set(all.flatMap((one) => one.runs ?? []))].toSorted();
  const every: EveryPermission = {
    secrets: [...new Set(all.flatMap(({ secrets }) => secrets))].toSorted(),
    hosts: [...new Set(all.flatMap(({ hosts }) => hosts))].toSorted(),
    collections: [...collections.values()],
    cache: all.some(({ cache }) => cache),
    connections: connections.length === 0 ? undefined : connections,
    runs: runs.length === 0 ? undefined : runs,
  };
  return every;
}

/**
 * The things that calls can use, grouped for display: everything that the Functions declare if the policy allows all,
 * otherwise the policy's list.
 */
export function touched(permissions: Policy["permissions"], declared: Declared): { label: string; names: string[] }[] {
  const uses = permissionUses(permissions === "*" ? declared : permissions);
  return permissionKindNames
    .map((kind) => ({
      label: permissionKinds[kind].title,
      names: uses.filter((use) => use.kind === kind).map(({ label }) => label),
    }))
    .filter(({ names }) => names.length > 0);
}

/** The things that calls can use, as a sentence. */
export function mayTouch(permissions: Policy["permissions"], declared: Declared): string {
  const groups = touched(permissions, declared);
  if (permissions === "*")
    return groups.length === 0
      ? "A call can use whatever its Function declares. The Functions bound here declare nothing."
      : "A call can use whatever its Function declares. Together, the Functions bound here declare:";
  return groups.length === 0
    ? `A call can use no ${permissionWords("disjunction")}, whatever its Function declares.`
    : "A call can use what its Function declares, limited to:";
}

/** The things that Functions declare but a policy does not allow. Their use is refused. */
export function withheld(permissions: Policy["permissions"], declared: Declared): string[] {
  if (permissions === "*") return [];
  return permissionUses(declared).flatMap(({ kind, name }) => {
    const allowed = permissionKinds[kind].names(permissions);
    // Only the server decides whether a wildcard covers a host.
    if (allowed.includes(name) || (kind === "hosts" && allowed.some((host) => host.includes("*.")))) return [];
    return kind === "cache" ? ["the cache"] : [name];
  });
}
