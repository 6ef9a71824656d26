import type { IdentityProvider, SignInPolicy } from "@ferrule/contract/resources/identity-provider.ts";
import type { ColumnType, Generated, Selectable } from "kysely";
import type { Json } from "../json.ts";

type Now = ColumnType<Date, never, never>;
type Shown = Pick<IdentityProvider, "clientAuth" | "use" | "otherRole" | "status" | "managedBy">;

export interface IdentityProvidersTable extends Shown {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  publicJwk: Json<Record<string, string> | null>;
  version: Generated<number>;
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
  scopes: Json<string[]>;
  claims: Json<IdentityProvider["claims"]>;
  roles: Json<IdentityProvider["roles"]>;
  askConsent: boolean;
  trustEmail: boolean;
  linkByEmail: boolean;
  logoutEndsConsents: boolean;
  callerDomains: Json<string[]>;
  identityAssertions: Generated<boolean>;
  lastSignIn: ColumnType<IdentityProvider["lastSignIn"], never, IdentityProvider["lastSignIn"]>;
  createdAt: Now;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

interface UserIdentitiesTable {
  providerId: string;
  subject: string;
  userId: string;
  suspended: Generated<boolean>;
  createdAt: Now;
}

interface ProviderSignInsTable {
  sessionId: string;
  providerId: string;
  subject: string;
  sid: string | null;
  idHint: string;
  renewal: string | null;
  checkedAt: Generated<Date>;
}

interface SignInPolicyTable extends Pick<SignInPolicy, "localSignIn" | "breakGlassUserId"> {
  onlyRow: Generated<boolean>;
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

export interface IdentityTables {
  identityProviders: IdentityProvidersTable;
  userIdentities: UserIdentitiesTable;
  providerSignIns: ProviderSignInsTable;
  providerAnswers: { sha256: string; expiresAt: Date };
  signInPolicy: SignInPolicyTable;
}

export type ProviderRow = Selectable<IdentityProvidersTable>;
export type IdentityRow = Selectable<UserIdentitiesTable>;
export type ProviderSignInRow = Selectable<ProviderSignInsTable>;
export type SignInPolicyRow = Selectable<SignInPolicyTable>;
