import type { ConfirmedDetail, ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import type { ConfirmationStatus, confirmers } from "@ferrule/contract/states.ts";
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../json.ts";

interface ManagementServersTable {
  projectId: string;
  enabled: boolean;
  confirmedBy: (typeof confirmers)[number];
  updatedAt: ColumnType<Date, never, Date>;
  revision: Generated<number>;
}

interface ConfirmationsTable {
  id: string;
  projectId: string;
  userId: string;
  tokenId: string;
  client: string | null;
  operation: string;
  digest: string;
  title: string;
  effects: Json<ConfirmedEffect[]>;
  detail: Json<ConfirmedDetail | null>;
  status: Generated<Exclude<ConfirmationStatus, "expired">>;
  createdAt: ColumnType<Date, never, never>;
  expiresAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  usedAt: Date | null;
}

export interface ManagementServerTables {
  managementServers: ManagementServersTable;
  confirmations: ConfirmationsTable;
}
