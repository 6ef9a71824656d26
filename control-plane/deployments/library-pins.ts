import { sql, type RawBuilder } from "kysely";
import type { AnyScope } from "../jobs/records.ts";
import type { ArtifactChange } from "./compare-artifacts.ts";

/** A Library as a deployment was built with it. */
export interface LibraryPin {
  importName: string;
  kind: "source" | "npm";
  /** The package's version, or the SHA-256 (hex) of the source. */
  content: string;
}

/** The SQL of the pins in a `Snapshot`: rows of import_name, kind and content. */
export const pinsOfSnapshot = (snapshot: RawBuilder<unknown>) => sql`
  select case used.kind when 'source' then 'lib/' || used.name else used.package end as import_name, used.kind,
    case used.kind when 'source' then encode(sha256(convert_to(used.source, 'UTF8')), 'hex') else used.version end as content
  from json_to_recordset(${snapshot} -> 'libraries')
    as used (kind text, name text, package text, source text, version text)`;

export const readPins = ({ tx }: AnyScope, projectId: string, deploymentId: string): Promise<LibraryPin[]> =>
  tx
    .selectFrom("deploymentLibraries")
    .select(["importName", "kind", "content"])
    .where("projectId", "=", projectId)
    .where("deploymentId", "=", deploymentId)
    .orderBy("importName")
    .execute();

/** What changes of the Libraries; whether it breaks anybody shows in the schemas of the Functions that import them. */
export function compareLibraries(before: readonly LibraryPin[], after: readonly LibraryPin[]): ArtifactChange[] {
  const [was, is] = [before, after].map((pins) => new Map(pins.map((pin) => [pin.importName, pin])));
  const names = [...new Set([...before, ...after].map(({ importName }) => importName))].sort();
  return names.flatMap((name): ArtifactChange[] => {
    const [old, pin] = [was?.get(name), is?.get(name)];
    if (old && pin && old.kind === pin.kind && old.content === pin.content) return [];
    const change = !old ? "added" : pin ? "changed" : "removed";
    const fields = change === "changed" ? [pin?.kind === "npm" ? "version" : "source"] : [];
    return [{ id: name, kind: "library", name, change, fields, breaking: [] }];
  });
}
