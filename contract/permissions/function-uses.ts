import type { PermissionKind, permissionKinds } from "./permission-kinds.ts";

/** The filters of a list of Functions: one for each kind of permission, and one for a Library. */
export type FunctionUse = (typeof permissionKinds)[PermissionKind]["one"] | "library";

/**
 * The longest name in each filter, in characters; null: it has no name, and the filter is `true`. The console's address
 * bar reads this before any page, so this file needs no library.
 */
export const functionUseLengths = {
  secret: 128,
  host: 300,
  collection: 128,
  connection: 128,
  run: 63,
  cache: null,
  library: 214,
} as const satisfies Record<FunctionUse, number | null>;

export const functionUses = Object.keys(functionUseLengths) as FunctionUse[];
