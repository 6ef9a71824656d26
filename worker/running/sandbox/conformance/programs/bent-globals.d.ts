/** What no honest Function uses, so that `contract/guest/` does not declare it: what attacks bend, and modules that are not there. */
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
