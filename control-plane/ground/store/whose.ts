import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** A person's identity at an issuer. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** The owner of data: a tenant, or a caller. A caller has a name that executions show, and known identities. */
export interface Whose {
  subject: "tenant" | "caller";
  name: string;
  identities: readonly Identity[];
}

/** `https://idp.example 4711` names the subject of one issuer; anything else names nobody at an issuer. */
export function identityIn(name: string): Identity[] {
  const at = name.indexOf(" ");
  return at > 0 ? [{ issuer: name.slice(0, at), subject: name.slice(at + 1) }] : [];
}

const longestId = 128;
/** The keys by which we count and find a caller, as in `ferrule_caller_key`. */
export const callerKeysOf = ({ name, identities }: Whose): string[] => [
  name.length > longestId ? hash("sha256", name) : name,
  ...identities.map(({ issuer, subject }) => hash("sha256", `${issuer}\n${subject}`)),
];

/** The subjects under which limits count a caller. */
export const limitSubjectsOf = ({ name, identities }: Whose): string[] => [
  name,
  ...identities.map(({ issuer, subject }) => hash("sha256", JSON.stringify([issuer, subject]), "hex")),
];

/** Whether a row with the columns `tenant_id` and `caller` (JSON) is theirs. */
export const isTheirs = (whose: Whose, table: string): RawBuilder<boolean> => {
  const caller = sql.ref(`${table}.caller`);
  if (whose.subject === "tenant") return sql`${sql.ref(`${table}.tenantId`)} = ${whose.name}`;
  return sql`(${whose.name} in (${caller} ->> 'id', ${caller} ->> 'subject', ${caller} ->> 'email')
    or ferrule_caller_key(${caller}) = any(${callerKeysOf(whose)}::text[]))`;
};

/** How many rows one statement of an erasure removes, so that it holds its locks only briefly. */
export const erasedAtOnce = 2_000;

/** The result of one statement of an erasure: how many rows it removed, and whether some may be left. */
export interface ErasedPart {
  count: number;
  more: boolean;
}

export const erasedPart = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint | undefined }): ErasedPart => ({
  count: Number(numAffectedRows),
  more: numAffectedRows >= erasedAtOnce,
});
