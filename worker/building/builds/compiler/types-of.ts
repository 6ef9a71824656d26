import type { CompileRequest } from "../messages/build-messages.ts";

/** The Project's declarations for the check of a Function: the rows of its tables, the records of its collections. */
export const typesOf = ({ tables = "", collections }: Pick<CompileRequest, "tables" | "collections">): string =>
  tables + (collections?.types ?? "");
