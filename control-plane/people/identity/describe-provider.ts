import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { identityProvider, type IdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";

/** A provider as the API shows it, without the credential with which Ferrule authenticates there. */
export const toProvider = (row: ProviderRow, publicUrl: string): IdentityProvider =>
  resourceFrom(identityProvider, row, {
    publicKeys: row.publicJwk === null ? null : { keys: [row.publicJwk] },
    addresses: providerAddresses(publicUrl),
  });

const told = ({ name, issuer, clientId, clientAuth, scopes, claims, use, roles, ...more }: ProviderRow) => ({
  name,
  issuer,
  clientId,
  clientAuth,
  scopes,
  claims,
  use,
  roles,
  askConsent: more.askConsent,
  otherRole: more.otherRole,
  trustEmail: more.trustEmail,
  linkByEmail: more.linkByEmail,
  logoutEndsConsents: more.logoutEndsConsents,
  callerDomains: more.callerDomains,
  identityAssertions: more.identityAssertions,
  status: more.status,
  credentialVersion: more.version,
});

/** The part of a provider that an audit event shows. */
export const auditedProvider = auditedRow("identity-provider", told);
