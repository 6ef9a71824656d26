import type { Client } from "@ferrule/contract/client.ts";
import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";

interface Source {
  source: GivenProjectSource;
  commit: Commit | null;
}

/** Lets a preview be exactly this source. Sending it again does no harm. @throws ApiError of the server */
export const serveSource = (
  client: Client,
  name: string,
  { source, commit }: Source,
  signal: AbortSignal,
): Promise<ServedPreview> => client.servePreview({ params: { name }, body: { source, delete: true, commit }, signal });
