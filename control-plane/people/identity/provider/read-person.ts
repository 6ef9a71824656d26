import { withoutControls } from "@ferrule/contract/resources/fields.ts";
import { email as emailField } from "@ferrule/contract/resources/user.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";

/** A person, in the words of a provider. */
export interface Person {
  subject: string;
  /** In lower case; null when the claim is missing or is not an address. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  groups: ReadonlySet<string>;
}

type Claims = Readonly<Record<string, unknown>>;

/** A claim by its name. If no claim has that name, reads the name as a path: `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Claims)[part];
  }
  return at;
}

const lineOf = (value: unknown) =>
  typeof value === "string" && value.isWellFormed()
    ? withoutControls(value.replaceAll("\0", "")).replaceAll(/\s+/g, " ").trim().slice(0, 120)
    : "";

/**
 * Reads the claims that the provider's settings name. A provider's `email_verified` concerns only the claim `email`.
 */
export function readPerson(
  { claims: names, trustEmail }: Pick<ProviderRow, "claims" | "trustEmail">,
  subject: string,
  claims: Claims,
): Person {
  const email = emailField.safeParse(claimOf(claims, names.email));
  const verified =
    names.email === "email" && (claims["email_verified"] === true || claims["email_verified"] === "true");
  const groups = claimOf(claims, names.groups);
  const listed = Array.isArray(groups) ? groups : [groups];
  return {
    subject,
    email: email.success ? email.data : null,
    emailVerified: verified || trustEmail,
    name: lineOf(claimOf(claims, names.name)) || null,
    groups: new Set(listed.filter((group) => typeof group === "string")),
  };
}
