import type { Commit } from "@ferrule/contract/resources/commit.ts";
import type { Context } from "../context/context.ts";
import { commitOfFolder } from "./commit-of-folder.ts";
import { commitOfPipeline } from "./commit-of-pipeline.ts";

/**
 * The commit that a deployment is made from: the pipeline's, or the one that is checked out in the Project's folder. It
 * leaves out parts that the server would refuse, such as a link that is not a URL.
 * @returns null if there is no commit
 */
export async function commitToDeploy({ env, signal, target }: Context): Promise<Commit | null> {
  const { file, project } = await target();
  // The folder belongs to another Project, so its commit does not apply.
  const folder = file !== null && file.project === project ? file.folder : null;
  const named = commitOfPipeline(env) ?? (folder === null ? null : await commitOfFolder(folder, { env, signal }));
  if (named === null) return null;
  // Other commands start without this schema.
  const { commit } = await import("@ferrule/contract/resources/commit.ts");
  const { sha, branch, author, url } = commit.shape;
  const checked = sha.safeParse(named.sha.toLowerCase());
  if (!checked.success) return null;
  return {
    sha: checked.data,
    branch: branch.safeParse(named.branch || null).data ?? null,
    author: author.safeParse(named.author || null).data ?? null,
    url: url.safeParse(named.url || null).data ?? null,
  };
}
