import { findSignedIn } from "../../../people/directory/find-signed-in.ts";
import { isFor } from "../../../people/identity/flow/begin-at-provider.ts";
import { findIdentity } from "../../../people/identity/queries/identities.ts";
import { holdProvider } from "../../../people/identity/queries/providers.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { holdUser } from "../../../people/users/queries.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import type { ShownGrant } from "../queries/grants.ts";
import { isAdmitted } from "../callers/require-caller.ts";

const invalid = (description: string) => new OauthError("invalid_grant", description);

async function requireActive(scope: InstallationScope, userId: string): Promise<void> {
  if ((await holdUser(scope, userId))?.status !== "active") throw invalid("The person is disabled here.");
}

/**
 * Holds a person for whom the company's provider vouches until the transaction ends. It refuses anybody who is disabled
 * here or in the provider's directory, even if the provider vouches for them. `email` is verified.
 * @throws OauthError invalid_grant
 */
export async function holdVouchedFor(
  scope: InstallationScope,
  provider: ProviderRow,
  { subject, email }: { subject: string; email: string | null },
): Promise<void> {
  const identity =
    (await findIdentity(scope, provider.id, subject)) ?? (await findSignedIn(scope, provider.id, { subject, email }));
  if (identity !== undefined) await requireActive(scope, identity.userId);
}

type Giver = Pick<
  ShownGrant,
  "userId" | "callerProviderId" | "callerIssuer" | "callerSubject" | "callerEmail" | "byCompany"
>;

/**
 * Holds the giver of a consent until the transaction ends: a user, or a caller's provider. Code that gives rights by
 * the consent needs that. A machine has only its client, which its request holds.
 * @throws OauthError invalid_grant when they may not give the consent any more
 */
export async function holdGiver(
  scope: InstallationScope,
  { userId, callerProviderId, callerIssuer, callerSubject, callerEmail, byCompany }: Giver,
): Promise<void> {
  if (userId !== null) return requireActive(scope, userId);
  if (callerProviderId === null || callerSubject === null) return;
  const provider = await holdProvider(scope, callerProviderId);
  const mayGive = byCompany
    ? provider?.status === "active" && provider.identityAssertions
    : provider !== undefined && isFor(provider, "callers");
  if (!mayGive || provider?.issuer !== callerIssuer || !isAdmitted(provider, callerEmail)) {
    throw invalid("The provider does not sign this person in any more.");
  }
  if (byCompany) await holdVouchedFor(scope, provider, { subject: callerSubject, email: callerEmail });
}
