import type { Client } from "@ferrule/contract/client.ts";
import type {
  GivenProjectSource,
  ProjectSource,
  ProjectSourcePlan,
} from "@ferrule/contract/resources/project-source.ts";
import type { SignedIn, TestControlPlane } from "../../../testing/test-control-plane.ts";

/** An owner in a new, empty Project. */
export async function inNewProject(plane: TestControlPlane): Promise<SignedIn & { projectId: string }> {
  const { id: projectId } = await plane.createProject();
  return { ...(await plane.session("owner", projectId)), projectId };
}

/** What a push says beside its source. */
export interface More {
  base?: string;
  delete?: boolean;
}

export const exported = async (client: Client): Promise<ProjectSource> => (await client.getProjectSource()).source;

/** Previews a source, and applies it as it was previewed. */
export async function push(client: Client, source: GivenProjectSource, more: More = {}) {
  const { digest } = await client.previewProjectSource({ body: { source, ...more } });
  return client.applyProjectSource({ body: { source, ...more, previewDigest: digest } });
}

/** The changes of a plan in words. */
export const told = ({ changes }: Pick<ProjectSourcePlan, "changes">): string[] =>
  changes.map(({ kind, name, within, change, fields }) =>
    [kind, within, name, change, ...fields].filter((word) => word !== null).join(" "),
  );

/** What a plan keeps, in words. */
export const toldKept = ({ kept }: Pick<ProjectSourcePlan, "kept">): string[] =>
  kept.map(({ kind, name, within, reason }) => [kind, within, name, reason].filter((word) => word !== null).join(" "));
