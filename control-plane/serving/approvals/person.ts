import type { Role } from "@ferrule/contract/states.ts";
import { listGroupNamesOf } from "../../people/directory/queries/groups.ts";
import { listSubjects } from "../../people/identity/queries/identities.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listKeysSeenBy } from "../api-keys/queries.ts";

/** The facts about a person by which we judge whether they may decide on an approval. */
export interface Person {
  userId: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** Groups of the company's directories, by their display names. */
  groups: readonly string[];
  /** The person's ids at the company's providers. */
  subjects: readonly { issuer: string; subject: string }[];
  /** API keys of the Project whose value the person has seen. */
  keys: readonly string[];
  /** Whether a program asks, with an API token of the person. */
  isToken: boolean;
}

/**
 * Reads what decides about this person.
 * @param hold Keeps their groups until the transaction ends
 */
export async function readPerson(
  scope: ProjectScope,
  { userId, email, role, kind }: Pick<Actor, "userId" | "email" | "role" | "kind">,
  { hold = false } = {},
): Promise<Person> {
  return {
    userId,
    email: email.toLowerCase(),
    role,
    groups: await listGroupNamesOf(scope, userId, { hold }),
    subjects: await listSubjects(scope, userId),
    keys: await listKeysSeenBy(scope, userId),
    isToken: kind === "token",
  };
}
