interface IdempotentCallsTable {
  projectId: string;
  place: string;
  request: string;
  holder: string;
  requestId: string;
  state: "running" | "answered" | "unkept";
  keyId: string | null;
  wrappedKey: Buffer | null;
  ciphertext: Buffer | null;
  expiresAt: Date;
}

export interface IdempotencyTables {
  idempotentCalls: IdempotentCallsTable;
}
