import { newIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { roles } from "@ferrule/contract/states.ts";
import { z } from "zod";
import type { ItemOf } from "../../../api/use-operation.ts";

export type ProviderRow = ItemOf<"listIdentityProviders">;

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");
const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const prefixes = { displayName: "name:", externalId: "id:", either: "" } as const;

/** Parses `name:group = role`. The group's name may contain these characters too. */
function mappingOf(line: string): { group: string; by: keyof typeof prefixes; role: string } {
  const at = line.lastIndexOf("=");
  const [named, role] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  const by = (["displayName", "externalId"] as const).find((one) => named.startsWith(prefixes[one])) ?? "either";
  return { group: named.slice(prefixes[by].length).trim(), by, role };
}

const { name, issuer, clientId, clientAuth, use, callerDomains, scopes } = newIdentityProvider.shape;
const none = "none";

/** Whether the text is a list of groups with their roles. */
const areRoles = (text: string) =>
  lines(text).every(
    (line) => mappingOf(line).group !== "" && line.includes("=") && roles.some((role) => role === mappingOf(line).role),
  );

/** The form's fields: lists are text, and an empty text means nothing. */
const fields = z.object({
  name,
  issuer: issuer.refine((text) => !/[<>]/.test(text), "must have your own values where < and > are"),
  clientId,
  clientAuth,
  clientSecret: z.string(),
  use,
  scopes: z
    .string()
    .refine((text) => scopes.safeParse(words(text)).success, "must be scopes, with a space between each"),
  askConsent: z.boolean(),
  emailClaim: z.string().trim().min(1),
  nameClaim: z.string().trim().min(1),
  groupsClaim: z.string().trim().min(1),
  roles: z.string(),
  otherRole: z.enum([none, ...roles]),
  trustEmail: z.boolean(),
  linkByEmail: z.boolean(),
  logoutEndsConsents: z.boolean(),
  callerDomains: z.string(),
  identityAssertions: z.boolean(),
  isActive: z.boolean(),
});
type Form = z.output<typeof fields>;

/** The form's representation. The form ignores fields that the chosen use hides. */
export const providerForm = fields.superRefine((form, context) => {
  const refuse = (name: keyof Form, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if (form.use !== "callers" && !areRoles(form.roles))
    refuse("roles", "must be lines like name:engineering = developer; roles are owner, admin, developer and operator");
  if (form.use !== "console" && !callerDomains.safeParse(words(form.callerDomains)).success)
    refuse("callerDomains", "must be domains, such as example.com");
});

/** A provider's values in the form; the defaults for a new one. */
export const shownOf = (row: ProviderRow | null): Form => ({
  name: row?.name ?? "",
  issuer: row?.issuer ?? "",
  clientId: row?.clientId ?? "",
  clientAuth: row?.clientAuth ?? "client_secret_basic",
  clientSecret: "",
  use: row?.use ?? "console",
  scopes: (row?.scopes ?? ["openid", "email", "profile"]).join(" "),
  askConsent: row?.askConsent ?? false,
  emailClaim: row?.claims.email ?? "email",
  nameClaim: row?.claims.name ?? "name",
  groupsClaim: row?.claims.groups ?? "groups",
  roles: (row?.roles ?? []).map(({ group, by, role }) => `${prefixes[by]}${group} = ${role}`).join("\n"),
  otherRole: row?.otherRole ?? none,
  trustEmail: row?.trustEmail ?? false,
  linkByEmail: row?.linkByEmail ?? false,
  logoutEndsConsents: row?.logoutEndsConsents ?? false,
  callerDomains: (row?.callerDomains ?? []).join(" "),
  identityAssertions: row?.identityAssertions ?? false,
  isActive: (row?.status ?? "active") === "active",
});

/** Converts the form's values for the API. Fields that the chosen use hides stay as they are in `row`. */
export function givenOf(values: Record<string, unknown>, row: ProviderRow | null) {
  const { use: chosen } = providerForm.parse(values);
  const { roles: roleLines, otherRole: others, linkByEmail, ...all } = shownOf(row);
  const { callerDomains: domains, identityAssertions, logoutEndsConsents } = all;
  const form = providerForm.parse({
    ...values,
    ...(chosen === "callers" && { roles: roleLines, otherRole: others, linkByEmail }),
    ...(chosen === "console" && { callerDomains: domains, identityAssertions, logoutEndsConsents }),
  });
  const { emailClaim, nameClaim, groupsClaim, clientSecret, isActive, otherRole, ...rest } = form;
  return newIdentityProvider.parse({
    ...rest,
    ...(clientSecret === "" || form.clientAuth === "private_key_jwt" ? {} : { clientSecret }),
    scopes: words(form.scopes),
    claims: { email: emailClaim, name: nameClaim, groups: groupsClaim },
    roles: lines(form.roles).map(mappingOf),
    otherRole: otherRole === none ? null : otherRole,
    callerDomains: words(form.callerDomains),
    status: isActive ? "active" : "disabled",
  });
}
