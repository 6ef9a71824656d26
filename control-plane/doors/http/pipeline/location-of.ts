import type { Operation } from "@ferrule/contract/operation.ts";
import { operationNames, operations } from "@ferrule/contract/operations.ts";

const readers = operationNames.map((name): Operation => operations[name]).filter(({ method }) => method === "GET");

/** The operation that reads what another operation creates. */
const readerOf = (created: Operation): Operation | undefined =>
  readers.find(
    ({ path }) => path.startsWith(`${created.path}/:`) && !path.slice(created.path.length + 2).includes("/"),
  );

/** The query parameters that a GET needs: a record's environment and tenant, which the answer contains. */
function queryOf({ query }: Operation, body: Record<string, unknown>): string {
  const needed = Object.entries(query?.shape ?? {}).filter(([, schema]) => !schema.safeParse(undefined).success);
  const given = new URLSearchParams(needed.map(([name]) => [name, String(body[name])])).toString();
  return given === "" ? "" : `?${given}`;
}

/** The URL of the created resource, for `Location`; null when nothing was created. */
export function locationOf(operation: Operation, url: string, body: unknown): string | null {
  if (operation.status !== 201 || typeof body !== "object" || body === null || !("id" in body)) return null;
  const reader = readerOf(operation);
  if (reader === undefined) return null;
  return `${url.split("?", 1)[0]}/${encodeURIComponent(String(body.id))}${queryOf(reader, body)}`;
}
