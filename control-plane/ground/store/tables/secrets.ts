import type { Environment } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";
import type { Revised } from "./revised.ts";

export interface RetiredSecretValuesTable {
  secretId: string;
  version: number;
  projectId: string;
  environment: Environment;
  name: string;
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
  retiredAt: ColumnType<Date, never, never>;
  expiresAt: Date;
}

export interface SecretsTable extends Revised {
  id: string;
  projectId: string;
  environment: Environment;
  name: string;
  version: Generated<number>;
  fingerprint: string;
  rotatedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface SecretVersionsTable {
  secretId: string;
  version: number;
  projectId: string;
  fingerprint: string;
  /** Null in every replaced version, whose value was deleted. */
  keyId: string | null;
  wrappedKey: Buffer | null;
  ciphertext: Buffer | null;
  createdAt: ColumnType<Date, never, never>;
  replacedAt: Date | null;
}

export interface EncryptionKeysTable {
  keyId: string;
  adoptedAt: ColumnType<Date, never, never>;
}

export interface SecretTables {
  encryptionKeys: EncryptionKeysTable;
  secrets: SecretsTable;
  secretVersions: SecretVersionsTable;
  retiredSecretValues: RetiredSecretValuesTable;
}
