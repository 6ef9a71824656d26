import { z } from "zod";
import { text } from "./resources/fields.ts";
import type { permissionKinds } from "./permission-kinds.ts";
import { type PermissionKind } from "./permission-kinds.ts";

/** What a list of Functions can be filtered by: one of each kind of permission, and a Library. */
export type FunctionUse = (typeof permissionKinds)[PermissionKind]["one"] | "library";

/** The filters by use, as parameters of a query. The cache has no name, so its filter is `true`. */
export const functionUseFilters = {
  /** Those whose drafts may read this secret, by its name. */
  secret: text(128, 1).optional(),
  /** Those whose drafts may fetch from this host, as their permissions write it. */
  host: text(300, 1).optional(),
  /** Those whose drafts may use this collection, by its name. */
  collection: text(128, 1).optional(),
  /** Those whose drafts may query this connection, by its name. */
  connection: text(128, 1).optional(),
  /** Those whose drafts may use the cache. */
  cache: z.literal("true").optional(),
  /** Those whose drafts import this Library: `lib/money`, or a package's name. */
  library: text(214, 1).optional(),
} satisfies Record<FunctionUse, z.ZodType>;

export const functionUses = Object.keys(functionUseFilters) as FunctionUse[];
