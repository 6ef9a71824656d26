import type { Client } from "@ferrule/contract/client.ts";

export type FunctionDetail = Awaited<ReturnType<Client["getFunction"]>>;

/** What may be changed of a Function beside its text. */
export type Fields = Pick<
  FunctionDetail,
  "name" | "description" | "inputSchema" | "outputSchema" | "permissions" | "timeoutMs" | "memoryMb"
>;
