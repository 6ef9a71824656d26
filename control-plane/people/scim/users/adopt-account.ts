import type { PersonFields } from "../../directory/queries/people.ts";
import { findAnyPerson, findRemovedByExternalId } from "../../directory/queries/people.ts";
import { findIdentity, findIdentityOfUser, hasIdentity } from "../../identity/queries/identities.ts";
import { readPolicy } from "../../sign-in-policy/queries.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { findUser, findUserByEmail, type UserRow } from "../../users/queries.ts";
import { ScimError } from "../scim-error.ts";

/**
 * The account that these fields mean: the one that has signed in as `externalId`, or was removed with it, or has the
 * address.
 */
async function accountOf(
  scope: InstallationScope,
  provider: ProviderRow,
  { externalId }: PersonFields,
  email: string,
): Promise<UserRow | undefined> {
  const same =
    externalId === null
      ? undefined
      : ((await findIdentity(scope, provider.id, externalId)) ??
        (await findRemovedByExternalId(scope, provider.id, externalId)));
  return same === undefined ? findUserByEmail(scope, email) : findUser(scope, same.userId);
}

/**
 * Whether a client may take over an existing account. It may take an account that it removed itself, or one that this
 * provider already signs in. Any other account it may take only if an owner has allowed the provider's addresses to
 * open existing accounts, and has said that all of them are verified. It may never take that of the last resort, or one
 * of another provider.
 */
async function mayAdopt(
  scope: InstallationScope,
  provider: ProviderRow,
  user: UserRow,
  externalId: string | null,
): Promise<boolean> {
  const { breakGlassUserId } = await readPolicy(scope);
  if (user.id === breakGlassUserId) return false;
  const person = await findAnyPerson(scope, user.id);
  if (person !== undefined) return person.providerId === provider.id && person.deletedAt !== null;
  const identity = await findIdentityOfUser(scope, provider.id, user.id);
  if (identity !== undefined) return identity.subject === externalId || provider.trustEmail;
  return provider.linkByEmail && provider.trustEmail && !(await hasIdentity(scope, user.id));
}

/**
 * The existing account for a new user of a client; undefined when a new one has to be created. @throws ScimError
 * uniqueness
 */
export async function adoptAccount(
  scope: InstallationScope,
  provider: ProviderRow,
  fields: PersonFields,
  email: string,
): Promise<UserRow | undefined> {
  const user = await accountOf(scope, provider, fields, email);
  if (user === undefined || (await mayAdopt(scope, provider, user, fields.externalId))) return user;
  const detail =
    "There is an account with this address already, and this provider may not sign in to it. Ask an owner of Ferrule.";
  throw new ScimError(409, detail, "uniqueness");
}
