import type { OperationName } from "@ferrule/contract/operations.ts";
import { queryClient } from "./query-client.ts";

/** Reads again what pages show of these operations, because something has changed it. */
export const readAgain = (...names: readonly OperationName[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
