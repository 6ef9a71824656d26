import type { Environment } from "@ferrule/contract/states.ts";

interface DeliveryFingerprintsTable {
  projectId: string;
  bindingId: string;
  environment: Environment;
  fingerprint: string;
  deliveryId: string;
  until: Date;
}

export interface DeliveryTables {
  deliveryFingerprints: DeliveryFingerprintsTable;
}
