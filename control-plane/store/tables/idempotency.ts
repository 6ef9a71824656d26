interface IdempotentCallsTable {
  projectId: string;
  place: string;
  request: string;
  holder: string;
  state: "running" | "answered" | "unkept";
  /** An answer from before answers were sealed. */
  answer: string | null;
  keyId: string | null;
  wrappedKey: Buffer | null;
  ciphertext: Buffer | null;
  expiresAt: Date;
}

export interface IdempotencyTables {
  idempotentCalls: IdempotentCallsTable;
}
