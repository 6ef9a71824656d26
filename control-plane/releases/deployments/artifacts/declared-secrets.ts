import type { Permissions } from "@ferrule/contract/internal/permissions.ts";

/** The names of the secrets that Functions declare, sorted, each once. */
export const declaredSecrets = ({ functions }: { functions: readonly { permissions: Permissions }[] }): string[] =>
  [...new Set(functions.flatMap(({ permissions }) => permissions.secrets))].sort();
