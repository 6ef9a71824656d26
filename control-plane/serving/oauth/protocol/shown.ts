import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { oauthClient, oauthGrant, type OauthClient, type OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import type { ShownGrant } from "../queries/grants.ts";
import type { ClientRow } from "../../../ground/store/tables/oauth.ts";

const textOf = (value: unknown) => (typeof value === "string" ? value : "unnamed");

/** A registered client as the API shows it. */
export const toOauthClient = (row: ClientRow): OauthClient =>
  resourceFrom(oauthClient, row, {
    endpointId: row.endpointId ?? "",
    environment: row.environment ?? "development",
    use: row.authMethod === "none" ? "person" : "machine",
    keyIds: (row.jwks?.keys ?? []).map(({ kid }) => textOf(kid)),
  });

export const statusOf = ({
  revokedAt,
  blockedAt,
}: Pick<ShownGrant, "revokedAt" | "blockedAt">): OauthGrant["status"] => {
  if (revokedAt === null) return "active";
  return blockedAt === null ? "revoked" : "blocked";
};

/** A consent as the API shows it, without its tokens. */
export const toOauthGrant = (row: ShownGrant): OauthGrant =>
  resourceFrom(oauthGrant, row, {
    user: row.userId === null ? null : { id: row.userId, email: row.email ?? "" },
    caller:
      row.callerIssuer === null || row.callerSubject === null
        ? null
        : { issuer: row.callerIssuer, subject: row.callerSubject, email: row.callerEmail },
    client: { id: row.clientId, name: row.clientName },
    status: statusOf(row),
  });
