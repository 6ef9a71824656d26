import type { Permissions } from "@ferrule/contract/internal/permissions.ts";

/** The names of the connections that Functions declare, sorted, each once. */
export const declaredConnections = ({ functions }: { functions: readonly { permissions: Permissions }[] }): string[] =>
  [...new Set(functions.flatMap(({ permissions }) => permissions.connections ?? []))].sort();
