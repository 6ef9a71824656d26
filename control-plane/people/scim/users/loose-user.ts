import type { PersonFields } from "../../directory/queries/people.ts";

/**
 * A user as received: attributes by their names in lower case, not checked yet. It leaves out attributes that we do not
 * keep.
 */
export interface LooseUser {
  username: unknown;
  externalid: unknown;
  displayname: unknown;
  active: unknown;
  name: Record<string, unknown>;
  emails: Record<string, unknown>[];
}

/** The attributes with a single value. */
export const singles = ["username", "externalid", "displayname", "active"] as const;

/** The parts of a name that we keep, by their names in lower case. */
export const nameParts: ReadonlyMap<string, string> = new Map(
  ["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"].map((part) => [
    part.toLowerCase(),
    part,
  ]),
);
/** The parts of an address that we keep. */
export const emailParts: ReadonlySet<string> = new Set(["value", "type", "primary"]);

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The members of an object that have one of these names in any case. If two names differ only in case, the last one
 * counts.
 */
export function knownMembers(value: unknown, known: { has: (name: string) => boolean }): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  if (!isObject(value)) return members;
  for (const [name, one] of Object.entries(value)) if (known.has(name.toLowerCase())) members[name.toLowerCase()] = one;
  return members;
}

/** Each element of a list as an address; an element alone counts as a list of one. */
export const looseEmails = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map((one) =>
    knownMembers(one, emailParts),
  );

const whole = new Set<string>([...singles, "name", "emails"]);

/** A user that a client sent as a whole. */
export function looseUser(body: unknown): LooseUser {
  const { username, externalid, displayname, active, name, emails } = knownMembers(body, whole);
  return {
    username,
    externalid,
    displayname,
    active,
    name: knownMembers(name, nameParts),
    emails: looseEmails(emails),
  };
}

/** A stored user in the same form. */
export const looseUserOf = ({ userName, externalId, displayName, active, name, emails }: PersonFields): LooseUser => ({
  username: userName,
  externalid: externalId,
  displayname: displayName,
  active,
  name: knownMembers(name, nameParts),
  emails: emails.map((one) => ({ ...one })),
});
