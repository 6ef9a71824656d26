import type { FunctionDraft } from "@ferrule/contract/resources/function.ts";
import type { Client } from "@ferrule/contract/client.ts";

export type FunctionDetail = Awaited<ReturnType<Client["getFunction"]>>;

/** The editable fields of a Function beside its source. */
export type Fields = Omit<FunctionDraft, "source">;
