import type { OauthClient, OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import type { ShownGrant } from "./queries/grants.ts";
import type { ClientRow } from "../../ground/store/tables/oauth.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : "unnamed");

/** A registered client as the API shows it. */
export const toOauthClient = (row: ClientRow): OauthClient => ({
  id: row.id,
  endpointId: row.endpointId ?? "",
  environment: row.environment ?? "development",
  name: row.name,
  use: row.authMethod === "none" ? "person" : "machine",
  redirectUris: row.redirectUris,
  keyIds: (row.jwks?.keys ?? []).map(({ kid }) => textOf(kid)),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  revision: row.revision,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export const statusOf = ({
  revokedAt,
  blockedAt,
}: Pick<ShownGrant, "revokedAt" | "blockedAt">): OauthGrant["status"] => {
  if (revokedAt === null) return "active";
  return blockedAt === null ? "revoked" : "blocked";
};

/** A grant as the API shows it: never a token of it. */
export const toOauthGrant = (row: ShownGrant): OauthGrant => ({
  id: row.id,
  endpointId: row.endpointId,
  projectId: row.projectId,
  environment: row.environment,
  resource: row.resource,
  user: row.userId === null ? null : { id: row.userId, email: row.email ?? "" },
  caller:
    row.callerIssuer === null || row.callerSubject === null
      ? null
      : { issuer: row.callerIssuer, subject: row.callerSubject, email: row.callerEmail },
  client: { id: row.clientId, name: row.clientName },
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  byCompany: row.byCompany,
  status: statusOf(row),
});
