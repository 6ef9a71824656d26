import type { IdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import { auditedChanges } from "../../ground/handler/audited-changes.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { providerAddresses } from "@ferrule/contract/provider-addresses.ts";

/** A provider as the API shows it: never what Ferrule proves itself with. */
export const toProvider = (row: ProviderRow, publicUrl: string): IdentityProvider => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  clientId: row.clientId,
  clientAuth: row.clientAuth,
  scopes: row.scopes,
  askConsent: row.askConsent,
  claims: row.claims,
  use: row.use,
  roles: row.roles,
  otherRole: row.otherRole,
  trustEmail: row.trustEmail,
  linkByEmail: row.linkByEmail,
  logoutEndsConsents: row.logoutEndsConsents,
  callerDomains: row.callerDomains,
  identityAssertions: row.identityAssertions,
  status: row.status,
  publicKeys: row.publicJwk === null ? null : { keys: [row.publicJwk] },
  managedBy: row.managedBy,
  addresses: providerAddresses(publicUrl),
  lastSignIn: row.lastSignIn,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
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

/** What an audit event tells of a provider. */
export const auditedProvider = (before: ProviderRow | null, after: ProviderRow | null): AuditTarget => ({
  kind: "identity-provider",
  id: (after ?? before)?.id ?? null,
  name: (after ?? before)?.name ?? null,
  changes: auditedChanges(before && told(before), after && told(after)),
});
