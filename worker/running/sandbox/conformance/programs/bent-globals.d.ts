/**
 * Declarations that only attacks use, so `contract/guest/` lacks them: things that attacks change, and modules that do
 * not exist.
 */
interface Object {
  toJSON?: unknown;
  then?: unknown;
}
interface ErrorConstructor {
  prepareStackTrace: unknown;
  stackTraceLimit: number;
}
declare module "internal" {
  export const attach: unknown;
}
declare module "function";
declare module "node:fs";
