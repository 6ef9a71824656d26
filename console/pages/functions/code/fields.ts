import type { FunctionDraft } from "@ferrule/contract/resources/function.ts";
import type { Client } from "@ferrule/contract/client.ts";

export type FunctionDetail = Awaited<ReturnType<Client["getFunction"]>>;

/** What may be edited of a Function besides its text. */
export type Fields = Omit<FunctionDraft, "source">;
