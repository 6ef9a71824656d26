import type { InstallationScope } from "../../ground/store/scope.ts";
import type { DirectoryUserRow } from "../../ground/store/tables/directory.ts";
import { findUserByEmail } from "../users/queries.ts";
import { findPerson, findPersonByExternalId } from "./queries/people.ts";

/**
 * Finds the person in the directory when a provider signs somebody in for the first time: by this subject as
 * `externalId`, otherwise by this address. `email` is null when the provider has not verified it.
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
