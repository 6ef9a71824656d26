import type { App } from "../../../ground/app.ts";
import { isDocumentUrl } from "../protocol/client-document.ts";
import { fetchOnce } from "./fetch-once.ts";
import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Target } from "./find-target.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { findClientDocument, keepClientDocument } from "../queries/client-documents.ts";
import { findAnyClient } from "../queries/clients.ts";
import type { ClientRow, PublicKeys } from "../../../ground/store/tables/oauth.ts";

/** What decides which clients a resource accepts. */
export interface Admitting {
  /** Null, as the environment: the management MCP server. */
  endpointId: string | null;
  environment: Environment | null;
  policy: Pick<OauthPolicy, "documents" | "registration">;
}

/** A client, whether it is registered here or known by a document. */
export interface OauthClientFacts {
  id: string;
  kind: "registered" | "document" | "dynamic";
  name: string;
  /** The host of its metadata document. */
  host: string | null;
  redirectUris: readonly string[];
  authMethod: "none" | "private_key_jwt";
  jwks: PublicKeys | null;
  /** For a registered client: the only endpoint that it may ask for. */
  place: Pick<Target, "endpointId" | "environment"> | null;
}

export const clientOfRow = (row: ClientRow): OauthClientFacts => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  host: null,
  redirectUris: row.redirectUris,
  authMethod: row.authMethod,
  jwks: row.jwks,
  place:
    row.endpointId === null || row.environment === null
      ? null
      : { endpointId: row.endpointId, environment: row.environment },
});

async function byDocument(app: App, clientId: string, ip: string | null): Promise<OauthClientFacts> {
  const kept = await app.store.inInstallation((scope) => findClientDocument(scope, clientId), { readOnly: true });
  let found: { document: (typeof kept & object)["document"]; problem: string | null } | undefined = kept;
  if (found === undefined) {
    const fetched = await fetchOnce(app, clientId, ip);
    await app.store.inInstallation((scope) => keepClientDocument(scope, clientId, fetched));
    found = fetched;
  }
  if (found.document === null) throw new OauthError("invalid_client", found.problem ?? "There is no such client.");
  const { name, redirectUris } = found.document;
  return {
    id: clientId,
    kind: "document",
    name,
    host: new URL(clientId).host,
    redirectUris,
    authMethod: "none",
    jwks: null,
    place: null,
  };
}

/**
 * The client with this `client_id`. It fetches a metadata document only for an endpoint whose policy accepts such
 * clients. `ip` is the address of the request's sender.
 * @throws OauthError invalid_client, temporarily_unavailable
 */
export async function findClient(
  app: App,
  clientId: string,
  target: Pick<Admitting, "policy"> | null,
  ip: string | null,
): Promise<OauthClientFacts> {
  if (isDocumentUrl(clientId) && target?.policy.documents === true) return byDocument(app, clientId, ip);
  const row = await app.store.inInstallation((scope) => findAnyClient(scope, clientId), { readOnly: true });
  if (row === undefined) throw new OauthError("invalid_client", "There is no such client.");
  return clientOfRow(row);
}

/** @throws OauthError unauthorized_client when the resource's policy does not accept this client */
export function requireAdmitted({ kind, place }: Pick<OauthClientFacts, "kind" | "place">, target: Admitting): void {
  const { policy } = target;
  const isPlace = place?.endpointId === target.endpointId && place.environment === target.environment;
  const isAdmitted = { registered: isPlace, document: policy.documents, dynamic: policy.registration }[kind];
  if (!isAdmitted) throw new OauthError("unauthorized_client", "The endpoint does not admit this client.");
}
