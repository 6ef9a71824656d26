import { PublicError } from "@ferrule/contract/errors.ts";
import type { ManifestCollection, ManifestFunction, ManifestLibrary } from "@ferrule/contract/resources/manifest.ts";
import { checkRecordSchema } from "../../data/collections/check-record-schema.ts";
import { configInSource } from "../../authoring/functions/config/config-in-source.ts";
import { checkGivenSchemas } from "../../ground/handler/check-given-schemas.ts";
import type { Issue } from "../../ground/handler/validation-issues.ts";
import { importNameOf } from "./plan-libraries.ts";

/** The issues of another resource's body check, with their paths at `place`. */
export function issuesAt(place: string, check: () => void): Issue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof PublicError) || error.code !== "VALIDATION_ERROR") throw error;
    const issues = (error.details?.["issues"] ?? []) as Issue[];
    return issues.map(({ path, message }) => ({ path: path.replace(/^body/, place), message }));
  }
}

/** Each name of a list that occurs a second time, with its place. */
export function repeated(list: string, names: readonly string[], field: string): Issue[] {
  const met = new Set<string>();
  return names.flatMap((name, index) => {
    if (met.has(name)) return [{ path: `${list}.${index}.${field}`, message: "stands twice" }];
    met.add(name);
    return [];
  });
}

function issuesOfLock(place: string, library: ManifestLibrary): Issue[] {
  if (library.kind === "source" || library.lock === undefined) return [];
  const [root] = library.lock;
  const isOwn =
    root?.name === library.package && root.version === library.version && root.integrity === library.integrity;
  return isOwn ? [] : [{ path: `${place}.lock`, message: "must begin with this package, version and integrity" }];
}

export const issuesOfLibraries = (list: string, libraries: readonly ManifestLibrary[]): Issue[] => [
  ...repeated(
    list,
    libraries.map(({ name }) => name),
    "name",
  ),
  ...repeated(list, libraries.map(importNameOf), "package"),
  ...libraries.flatMap((library, index) => issuesOfLock(`${list}.${index}`, library)),
];

/** @param isKnown whether the Project has the Function just so: it was checked when it was saved */
export const issuesOfFunctions = (
  list: string,
  functions: readonly ManifestFunction[],
  isKnown: (one: ManifestFunction) => boolean = () => false,
): Issue[] => [
  ...functions.flatMap((one, index) => {
    if (isKnown(one)) return [];
    const place = `${list}.${index}`;
    return [...issuesAt(place, () => checkGivenSchemas(one)), ...issuesAt(place, () => configInSource(one.source))];
  }),
  ...repeated(
    list,
    functions.map(({ slug }) => slug),
    "slug",
  ),
];

/** @param isKnown whether the Project has the collection with this schema */
export const issuesOfCollections = (
  list: string,
  collections: readonly ManifestCollection[],
  isKnown: (one: ManifestCollection) => boolean = () => false,
): Issue[] => [
  ...collections.flatMap((one, index) =>
    isKnown(one) ? [] : issuesAt(`${list}.${index}`, () => checkRecordSchema("schema", one.schema)),
  ),
  ...repeated(
    list,
    collections.map(({ name }) => name),
    "name",
  ),
];
