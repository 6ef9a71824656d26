import { email as emailField } from "@ferrule/contract/resources/user.ts";
import { givenLine } from "@ferrule/contract/resources/fields.ts";
import { z } from "zod";
import type { PersonFields } from "../../directory/queries/people.ts";
import { invalidValue } from "../scim-error.ts";
import { nameParts, type LooseUser } from "./loose-user.ts";

const mostEmails = 20;
/** Entra ID sends true and false as texts. */
const flag = z
  .union([z.boolean(), z.string().regex(/^(?:true|false)$/i)])
  .transform((value) => String(value).toLowerCase() === "true");
const line = (max: number) =>
  givenLine(max)
    .nullish()
    .transform((value) => value?.trim() || null);

const form = z.object({
  username: givenLine(256)
    .transform((value) => value.trim())
    .pipe(z.string().min(1)),
  externalid: line(255),
  displayname: line(256),
  active: flag.nullish(),
  name: z.record(z.string(), line(256)),
  emails: z.array(z.object({ value: line(254), type: line(50), primary: flag.nullish() })).max(mostEmails),
});

const says: Record<string, string> = {
  username: "userName is missing, or not one line of at most 256 characters.",
  externalid: "externalId must be one line of at most 255 characters.",
  displayname: "displayName must be one line of at most 256 characters.",
  active: "active must be true or false.",
  name: "Each part of the name must be one line of at most 256 characters.",
  emails: `There may be ${mostEmails} addresses, each with a value of at most 254 characters.`,
};

/**
 * Checks a received user. If it does not mention `active`, the value is `otherwise`.
 * @throws ScimError invalidValue
 */
export function readUser(loose: LooseUser, otherwise: boolean): PersonFields {
  const { data, error } = form.safeParse(loose);
  if (data === undefined) throw invalidValue(says[String(error.issues[0]?.path[0])] ?? "The user is malformed.");
  const { username, externalid, displayname, active, name, emails } = data;
  const parts = Object.entries(name).flatMap(([part, value]) =>
    value === null ? [] : [[nameParts.get(part) ?? part, value] as const],
  );
  return {
    userName: username,
    externalId: externalid,
    displayName: displayname,
    active: active ?? otherwise,
    name: Object.fromEntries(parts),
    emails: emails.flatMap(({ value, type, primary }) =>
      value === null ? [] : [{ value, ...(type === null ? {} : { type }), ...(primary === true ? { primary } : {}) }],
    ),
  };
}

/**
 * The address of the account: the primary one, otherwise the one for work, otherwise the first, otherwise the user
 * name.
 * @throws ScimError invalidValue when none of them is an address
 */
export function accountEmail({ userName, emails }: PersonFields): string {
  const best =
    emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type === "work") ?? emails[0];
  const { data, success } = emailField.safeParse(best?.value ?? userName);
  if (success) return data;
  throw invalidValue("A user needs an e-mail address, as the primary one of emails or as userName.");
}

/** The name of the account. */
export const accountName = ({ displayName, name, userName }: PersonFields): string =>
  (
    displayName ??
    name["formatted"] ??
    ([name["givenName"], name["familyName"]].filter(Boolean).join(" ") || userName)
  ).slice(0, 120);
