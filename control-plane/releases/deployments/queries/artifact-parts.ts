import type { ArtifactHead, ArtifactPartText } from "@ferrule/contract/internal/artifact.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { sql } from "kysely";
import type { AnyScope, InstallationScope } from "../../../ground/store/scope.ts";
import type { BindingFacts } from "../../../ground/store/tables/deployments.ts";

/** An entry of an artifact, ready to be stored. */
export interface ArtifactPart {
  digest: string;
  content: string;
  canonical: string;
  facts: BindingFacts | null;
  bundleDigest: string | null;
  /** The kept contents of its resources; null: it has none. */
  contentDigests: string[] | null;
}

/** Stores the parts among these that the Project does not have yet. It sends only those. */
export async function storeParts({ tx }: AnyScope, projectId: string, given: readonly ArtifactPart[]): Promise<void> {
  const digests = given.map(({ digest }) => digest);
  const { rows } = await sql<{ digest: string }>`
    select digest from artifact_parts where project_id = ${projectId} and digest = any(${digests}::text[])`.execute(tx);
  const stored = new Set(rows.map(({ digest }) => digest));
  const lacking = given.filter(({ digest }) => !stored.has(digest));
  if (lacking.length === 0) return;
  await sql`insert into artifact_parts (project_id, digest, content, canonical, facts, bundle_digest,
      content_digests)
    select ${projectId}, given.digest, given.content, given.canonical, given.facts, given."bundleDigest",
      given."contentDigests"
    from json_to_recordset(${JSON.stringify(lacking)}::text::json)
      as given (digest text, content text, canonical text, facts json, "bundleDigest" text,
        "contentDigests" text[])
    on conflict (project_id, digest) do nothing`.execute(tx);
}

/** These parts of a Project by digest, as JSON. */
export async function readParts(
  { tx }: AnyScope,
  projectId: string,
  digests: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom("artifactParts")
    .select(["digest", "content"])
    .where("projectId", "=", projectId)
    .where(sql<boolean>`digest = any(${digests}::text[])`)
    .execute();
  return new Map(rows.map(({ digest, content }) => [digest, content]));
}

/**
 * The parts among these that an artifact has, in the given order, up to `mostBytes` together; always at least the
 * first.
 */
export async function partsOfArtifact(
  { tx }: InstallationScope,
  digest: string,
  wanted: readonly string[],
  mostBytes: number,
): Promise<ArtifactPartText[]> {
  const { rows } = await sql<ArtifactPartText>`
    with found as (
      select part.digest, part.content, wanted.place,
        sum(octet_length(part.content)) over (order by wanted.place) as bytes
      from artifacts a, unnest(${wanted}::text[]) with ordinality as wanted (digest, place),
        lateral (select * from artifact_parts one
          where one.project_id = a.project_id and one.digest = wanted.digest) as part
      where a.digest = ${digest}
    )
    select digest, content from found
    where bytes <= ${mostBytes} or place = (select min(place) from found) order by place`.execute(tx);
  return rows;
}

/** The facts about the Functions with these parts that a check of bindings needs, by the part's digest. */
export async function readFacts(
  { tx }: AnyScope,
  projectId: string,
  digests: readonly string[],
): Promise<Map<string, BindingFacts>> {
  const { rows } = await sql<{ digest: string; facts: BindingFacts }>`
    select digest, facts from artifact_parts
    where project_id = ${projectId} and digest = any(${digests}::text[]) and facts is not null`.execute(tx);
  return new Map(rows.map(({ digest, facts }) => [digest, facts]));
}

/**
 * The digest of the artifact with this head: the SHA-256 (hex) of the whole manifest's canonical JSON. The database
 * computes it from the stored parts, because to send two thousand of them took longer.
 * @throws Error when a part is not stored
 */
export async function digestOfParts({ tx }: AnyScope, head: ArtifactHead): Promise<string> {
  const { projectId, apiVersion, collections } = head;
  const list = (parts: ArtifactHead["functions"]) => sql`(
    select coalesce(string_agg(part.canonical, ',' order by wanted.place), '')
    from unnest(${parts.map(([, digest]) => digest)}::text[]) with ordinality as wanted (digest, place)
    join artifact_parts part on part.project_id = ${projectId} and part.digest = wanted.digest)`;
  const before = `{"apiVersion":${canonicalJson(apiVersion)},${collections === undefined ? "" : `"collections":${canonicalJson(collections)},`}"endpoints":[`;
  const after = `],"projectId":${canonicalJson(projectId)}}`;
  const all = new Set([...head.endpoints, ...head.functions].map(([, digest]) => digest));
  const { rows } = await sql<{ digest: string; stored: number }>`
    select encode(sha256(convert_to(${before}::text || ${list(head.endpoints)} || '],"functions":['
        || ${list(head.functions)} || ${after}::text, 'UTF8')), 'hex') as digest,
      (select count(*)::integer from artifact_parts
        where project_id = ${projectId} and digest = any(${[...all]}::text[])) as stored`.execute(tx);
  const [row] = rows;
  if (row?.stored !== all.size) throw new Error("An artifact lacks some of its parts.");
  return row.digest;
}
