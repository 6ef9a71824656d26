import { hash } from "node:crypto";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";

/** What a build adds to a Library by itself is left out, so that a build alone changes no digest. */
const withoutLock = (library: ProjectSource["libraries"][number]) =>
  library.kind === "npm" ? { ...library, lock: undefined, integrity: undefined } : library;

/** SHA-256 (hex) of a source's canonical JSON, without `lock` and `integrity` of npm Libraries. */
export const digestOf = (source: ProjectSource): string =>
  hash("sha256", canonicalJson({ ...source, libraries: source.libraries.map(withoutLock) }));
