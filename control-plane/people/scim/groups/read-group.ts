import { givenLine } from "@ferrule/contract/resources/fields.ts";
import { z } from "zod";
import type { GroupFields } from "../../directory/queries/groups.ts";
import { limits } from "../limits.ts";
import { invalidValue, ScimError } from "../scim-error.ts";
import { knownMembers } from "../users/loose-user.ts";

const displayName = givenLine(400)
  .transform((value) => value.trim())
  .pipe(z.string().min(1));
const externalId = givenLine(255)
  .nullish()
  .transform((value) => value?.trim() || null);

/** Checks the names of a group. @throws ScimError invalidValue */
export function readGroupFields(given: { displayname: unknown; externalid: unknown }): GroupFields {
  const name = displayName.safeParse(given.displayname);
  if (!name.success) throw invalidValue("displayName is missing, or not one line of at most 400 characters.");
  const id = externalId.safeParse(given.externalid);
  if (!id.success) throw invalidValue("externalId must be one line of at most 255 characters.");
  return { displayName: name.data, externalId: id.data };
}

const memberParts = new Set(["value", "type"]);

/** The ids of members that a client sent. @throws ScimError invalidValue */
export function readMembers(value: unknown): string[] {
  const sent = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (sent.length > limits.members) throw new ScimError(413, `A group may have at most ${limits.members} members.`);
  const ids = sent.map((one) => {
    const { value: id, type } = knownMembers(one, memberParts);
    if (typeof type === "string" && type.toLowerCase() === "group")
      throw invalidValue("Nested groups are not supported. Assign their members.");
    if (typeof id !== "string" || id.length > 128) throw invalidValue("A member is the id of a user, in `value`.");
    return id;
  });
  return [...new Set(ids)];
}

/** A group that a client sent as a whole. `members` is undefined when the client does not mention them. */
export function readGroup(body: unknown): { fields: GroupFields; members: string[] | undefined } {
  const { displayname, externalid, members } = knownMembers(body, new Set(["displayname", "externalid", "members"]));
  return {
    fields: readGroupFields({ displayname, externalid }),
    members: members === undefined ? undefined : readMembers(members),
  };
}
