import { hash } from "node:crypto";
import { contentSize, mcpContent, type McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import { sql } from "kysely";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import { storeBundles } from "./artifacts.ts";
import { lastUsedStep } from "./build-results.ts";

/** Where a content lies, and its bytes. Both are null where there is none. */
export interface KeptContent {
  contentDigest: string | null;
  contentSize: number | null;
}

const codeOf = (content: McpContent): string => JSON.stringify(content);

/** Where a content lies once it is kept. */
export const placeOfContent = (content: McpContent | null): KeptContent =>
  content === null
    ? { contentDigest: null, contentSize: null }
    : { contentDigest: hash("sha256", codeOf(content)), contentSize: contentSize(content) };

/** Keeps the contents of resources, as workers fetch them. What nothing refers to goes with `collectBundles`. */
export async function keepContents(scope: AnyScope, contents: readonly McpContent[]): Promise<void> {
  const bundles = contents.map((content) => {
    const code = codeOf(content);
    return { digest: hash("sha256", code), code, sourceMap: "" };
  });
  await storeBundles(scope, bundles);
}

/** The kept contents with these digests. @throws Error when one is not kept */
export async function readContents({ tx }: AnyScope, digests: readonly string[]): Promise<Map<string, McpContent>> {
  if (digests.length === 0) return new Map();
  const wanted = [...new Set(digests)];
  const rows = await tx
    .selectFrom("bundles")
    .select(["digest", "code"])
    .where(sql<boolean>`digest = any(${wanted}::text[])`)
    .execute();
  if (rows.length < wanted.length) throw new Error("A kept content of a resource is missing.");
  return new Map(rows.map(({ digest, code }) => [digest, mcpContent.parse(JSON.parse(code))]));
}

/** Makes the retention of the drafts' contents start over, because a build is about to use them. */
export async function holdDraftedContents({ tx, projectId }: ProjectScope): Promise<void> {
  await sql`update bundles set last_used_at = now() where last_used_at < now() - ${lastUsedStep}
    and digest in (select content_digest from mcp_bindings where project_id = ${projectId})`.execute(tx);
}
