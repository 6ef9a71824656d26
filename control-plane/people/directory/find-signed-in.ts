import type { InstallationScope } from "../../ground/store/scope.ts";
import type { DirectoryUserRow } from "../../ground/store/tables/directory.ts";
import { findUserByEmail } from "../users/queries.ts";
import { findPerson, findPersonByExternalId } from "./queries/people.ts";

/**
 * The person of the directory whom a provider has signed in for the first time: the one with this subject as `externalId`,
 * otherwise the one with this address, if it is verified. `email` is null where it is not.
 */
export async function findSignedIn(
  scope: InstallationScope,
  providerId: string,
  { subject, email }: { subject: string; email: string | null },
): Promise<DirectoryUserRow | undefined> {
  const known = await findPersonByExternalId(scope, providerId, subject);
  if (known !== undefined || email === null) return known;
  const user = await findUserByEmail(scope, email);
  return user && findPerson(scope, providerId, user.id);
}
