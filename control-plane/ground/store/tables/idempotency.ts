interface IdempotentCallsTable {
  projectId: string;
  place: string;
  request: string;
  holder: string;
  /** Null in rows of before this was noted. */
  requestId: string | null;
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
