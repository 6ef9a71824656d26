import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { PermissionKind } from "@ferrule/contract/permissions/permission-kinds.ts";
import { functionRuns } from "@ferrule/contract/states.ts";
import type { Fields } from "./fields.ts";

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isSchema = (value: unknown) => value === null || isObject(value);
const isListOf = (is: (value: unknown) => boolean, value: unknown) => Array.isArray(value) && value.every(is);
const isCollection = (value: unknown) => isObject(value) && isText(value["name"]) && isText(value["access"]);
const isTexts = (value: unknown) => isListOf(isText, value);

const permissionChecks: Record<PermissionKind, (value: unknown) => boolean> = {
  secrets: isTexts,
  hosts: isTexts,
  collections: (value) => isListOf(isCollection, value),
  connections: (value) => value === undefined || isTexts(value),
  runs: (value) => value === undefined || isTexts(value),
  cache: (value) => typeof value === "boolean",
};
const isPermissions = (value: unknown) =>
  isObject(value) && Object.entries(permissionChecks).every(([kind, isRight]) => isRight(value[kind]));

const isNullOr = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);

// Checked by hand: the schemas would come onto the page before it needs them.
const policyChecks: Record<keyof Fields["runPolicy"], (value: unknown) => boolean> = {
  deadlineSeconds: isNumber,
  onRelease: (value) => value === "stay" || value === "move",
  key: isNullOr(isText),
  concurrency: isNullOr((value) => isObject(value) && isNumber(value["limit"]) && isText(value["per"])),
  rate: isNullOr((value) => isObject(value) && isNumber(value["limit"]) && isNumber(value["perSeconds"])),
};
const isRunPolicy = (value: unknown) =>
  isObject(value) && Object.entries(policyChecks).every(([name, isRight]) => isRight(value[name]));

const checks: Record<keyof Fields, (value: unknown) => boolean> = {
  name: isText,
  tests: isText,
  description: isText,
  inputSchema: isSchema,
  outputSchema: isSchema,
  permissions: isPermissions,
  timeoutMs: isNumber,
  memoryMb: isNumber,
  run: (value) => functionRuns.some((one) => one === value),
  runPolicy: isRunPolicy,
};

/** Every setting of a Function, in the order of its form. */
export const settingNames = (Object.keys(checks) as (keyof Fields)[]).filter((name) => name !== "tests");

/** The fields of a kept draft, without those that this version of the console cannot show. */
export function fieldsOf(kept: unknown): Partial<Fields> {
  if (!isObject(kept)) return {};
  const known = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(checks, name) && checks[name as keyof Fields](value),
  );
  return Object.fromEntries(known);
}
