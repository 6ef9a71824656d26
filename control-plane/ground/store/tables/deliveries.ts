import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { DeliveryStatus, Environment } from "@ferrule/contract/states.ts";
import type { Generated } from "kysely";
import type { Json } from "../json.ts";
import type { Revised } from "./revised.ts";

export interface DeliveriesTable extends Revised {
  id: string;
  projectId: string;
  environment: Environment;
  endpointId: string;
  bindingId: string;
  functionId: string;
  route: string;
  tenantId: string;
  caller: Json<Caller>;
  requestId: string;
  deliveryKey: string | null;
  size: number;
  status: DeliveryStatus;
  attempt: Generated<number>;
  failures: Generated<number>;
  maxAttempts: number;
  backoffMs: number;
  horizonSeconds: number;
  dueAt: Date;
  giveUpAt: Date;
  redeliveredAt: Date | null;
  executionId: string | null;
  workerId: string | null;
  leaseUntil: Date | null;
  reason: string | null;
  receivedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** The version in the seal's context. */
  version: Generated<number>;
  keyId: string;
  wrappedKey: Buffer;
  ciphertext: Buffer;
}

interface DeliveryFingerprintsTable {
  projectId: string;
  bindingId: string;
  environment: Environment;
  fingerprint: string;
  deliveryId: string;
  until: Date;
}

export interface DeliveryTables {
  deliveries: DeliveriesTable;
  deliveryFingerprints: DeliveryFingerprintsTable;
}
