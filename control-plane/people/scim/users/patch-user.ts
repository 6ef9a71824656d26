import { described, holds } from "../filter/holds.ts";
import type { PatchStep } from "../patch/read-patch.ts";
import type { PatchPath } from "../patch/read-path.ts";
import { invalidValue, ScimError } from "../scim-error.ts";
import { emailParts, knownMembers, looseEmails, nameParts, singles, type LooseUser } from "./loose-user.ts";

type Email = LooseUser["emails"][number];

const isSingle = (name: string): name is (typeof singles)[number] => singles.some((one) => one === name);
const hasSub = ({ filter, sub }: PatchPath) => filter !== null || sub !== null;

function patchSingle(user: LooseUser, name: (typeof singles)[number], { op, path, value }: PatchStep): void {
  if (hasSub(path)) throw new ScimError(400, "That attribute has no parts.", "invalidPath");
  if (op === "remove" && name === "username") throw new ScimError(400, "userName cannot be removed.", "mutability");
  user[name] = op === "remove" ? undefined : value;
}

function patchName(user: LooseUser, { op, path, value }: PatchStep): void {
  const { sub } = path;
  if (path.filter !== null) throw new ScimError(400, "The name must not be a list.", "invalidPath");
  if (sub === null) {
    if (op === "remove") user.name = {};
    else if (typeof value !== "object" || value === null) throw invalidValue("The name must be an object.");
    else Object.assign(user.name, knownMembers(value, nameParts));
    return;
  }
  if (!nameParts.has(sub)) return;
  if (op === "remove") delete user.name[sub];
  else user.name[sub] = value;
}

const isSame = (one: Email, other: Email) => one["value"] === other["value"] && one["type"] === other["type"];

/** Keeps one primary address. If several are marked, the one that was set last stays (RFC 7644, section 3.5.2). */
function keepOnePrimary(emails: Email[], latest: readonly Email[]): void {
  const isPrimary = (email: Email) => String(email["primary"]).toLowerCase() === "true";
  const last = latest.findLast(isPrimary);
  if (last === undefined) return;
  for (const email of emails) if (email !== last && isPrimary(email)) email["primary"] = false;
}

function addEmails(user: LooseUser, value: unknown): void {
  const added = looseEmails(value);
  user.emails = [...user.emails.filter((known) => !added.some((one) => isSame(one, known))), ...added];
  keepOnePrimary(user.emails, added);
}

/**
 * The addresses that a path's filter chooses. If none matches, it adds one that does, because Entra ID relies on that.
 */
function chosenEmails(user: LooseUser, { filter }: PatchPath): Email[] {
  const fitting = filter === null ? user.emails : user.emails.filter((email) => holds(filter, email));
  if (fitting.length > 0) return fitting;
  const made = filter === null ? {} : described(filter);
  if (made === null) throw new ScimError(400, "No address matches the path.", "noTarget");
  const email = knownMembers(made, emailParts);
  user.emails.push(email);
  return [email];
}

function removeEmails(user: LooseUser, path: PatchPath, value: unknown): void {
  const { filter, sub } = path;
  const named = looseEmails(value);
  const isMeant = (email: Email) =>
    (filter === null || holds(filter, email)) &&
    (named.length === 0 || named.some((one) => one["value"] === email["value"]));
  if (sub === null || sub === "value") user.emails = user.emails.filter((email) => !isMeant(email));
  else for (const email of user.emails) if (isMeant(email)) delete email[sub];
}

function patchEmails(user: LooseUser, { op, path, value }: PatchStep): void {
  if (path.sub !== null && !emailParts.has(path.sub)) return;
  if (op === "remove") return removeEmails(user, path, value);
  if (!hasSub(path)) {
    if (op === "replace") user.emails = looseEmails(value);
    else addEmails(user, value);
    return;
  }
  const chosen = chosenEmails(user, path);
  const { sub } = path;
  for (const email of chosen) Object.assign(email, sub === null ? knownMembers(value, emailParts) : { [sub]: value });
  keepOnePrimary(user.emails, chosen);
}

/** Applies the steps of a PATCH. As in a whole user, it ignores attributes that we do not keep. @throws ScimError */
export function patchUser(user: LooseUser, steps: readonly PatchStep[]): LooseUser {
  const patched: LooseUser = { ...user, name: { ...user.name }, emails: user.emails.map((one) => ({ ...one })) };
  for (const step of steps) {
    const { path } = step;
    if (isSingle(path.attribute)) patchSingle(patched, path.attribute, step);
    else if (path.attribute === "name") patchName(patched, step);
    else if (path.attribute === "emails") patchEmails(patched, step);
  }
  return patched;
}
