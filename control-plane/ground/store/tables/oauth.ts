import type { Environment } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated, Selectable } from "kysely";

/**
 * The members that we use of a client-ID metadata document (draft-ietf-oauth-client-id-metadata-document, section 4).
 */
export interface ClientDocument {
  name: string;
  redirectUris: string[];
}

type Json<T> = ColumnType<T, T, T>;
type Now = ColumnType<Date, never, never>;

/** A set of public keys (RFC 7517, section 5). */
export interface PublicKeys {
  keys: Record<string, unknown>[];
}

interface SigningKeysTable {
  kid: string;
  publicJwk: Json<Record<string, string>>;
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
  createdAt: Now;
  signsFrom: Date;
}

interface ClientsTable {
  id: string;
  kind: "registered" | "dynamic";
  projectId: string | null;
  endpointId: string | null;
  environment: Environment | null;
  name: string;
  redirectUris: Json<string[]>;
  authMethod: "none" | "private_key_jwt";
  jwks: ColumnType<PublicKeys | null, PublicKeys | null, PublicKeys | null>;
  source: string | null;
  createdAt: Now;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
  lastUsedAt: Date | null;
  createdBy: string | null;
}

interface ClientDocumentsTable {
  url: string;
  document: ColumnType<ClientDocument | null, ClientDocument | null, ClientDocument | null>;
  problem: string | null;
  fetchedAt: Date;
  expiresAt: Date;
}

interface GrantsTable {
  id: string;
  projectId: string;
  /** Null, as the environment: the consent is for the management MCP server. */
  endpointId: string | null;
  environment: Environment | null;
  userId: string | null;
  callerProviderId: string | null;
  callerIssuer: string | null;
  callerSubject: string | null;
  callerEmail: string | null;
  byCompany: Generated<boolean>;
  clientId: string;
  clientName: string;
  resource: string;
  scopes: Json<string[]>;
  createdAt: Now;
  lastUsedAt: ColumnType<Date, never, Date>;
  revokedAt: ColumnType<Date | null, never, Date>;
  blockedAt: ColumnType<Date | null, never, Date | null>;
}

interface CodesTable {
  sha256: string;
  grantId: string;
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  expiresAt: Date;
  usedAt: ColumnType<Date | null, never, Date>;
}

interface RefreshTokensTable {
  sha256: string;
  grantId: string;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: ColumnType<Date | null, never, Date>;
  /** Sealed: the answer to the code's first use, kept as long as we may have to send it again. */
  answer: ColumnType<string | null, never, string>;
}

interface CallerSessionsTable {
  id: string;
  providerId: string;
  issuer: string;
  subject: string;
  /** The session at the provider, if the provider names one. */
  sid: string | null;
  /** The address that the provider has verified; null when it sends none, or has not verified it. */
  email: string | null;
  name: string | null;
  createdAt: Now;
  expiresAt: Date;
}

export interface OauthTables {
  callerSessions: CallerSessionsTable;
  oauthSigningKeys: SigningKeysTable;
  oauthClients: ClientsTable;
  oauthClientDocuments: ClientDocumentsTable;
  oauthGrants: GrantsTable;
  oauthCodes: CodesTable;
  oauthRefreshTokens: RefreshTokensTable;
  oauthAssertions: { sha256: string; expiresAt: Date };
}

export type SigningKeyRow = Selectable<SigningKeysTable>;
export type CallerSessionRow = Selectable<CallerSessionsTable>;
export type ClientRow = Selectable<ClientsTable>;
export type GrantRow = Selectable<GrantsTable>;
