import type { Client } from "@ferrule/contract/client.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import { CommandError } from "../command-error.ts";
import { plain } from "../terminal/plain.ts";

/** Older deployments than so many are not searched. */
const mostSearched = 2_000;

/**
 * Finds the newest completed deployment to Development that names this commit.
 * @param sha its hash or the start of it, from seven digits on; a deployment may name the start as well
 * @throws CommandError if there is none
 */
export async function findDeploymentOfCommit(client: Client, sha: string): Promise<Deployment> {
  const wanted = sha.toLowerCase();
  if (!/^[0-9a-f]{7,64}$/.test(wanted)) {
    throw new CommandError("NOT_A_COMMIT", `${JSON.stringify(sha)} is not the hash of a commit.`, {
      exit: "usage",
      hint: "`git rev-parse HEAD` shows it.",
    });
  }
  const isIt = (named: string) => named.startsWith(wanted) || wanted.startsWith(named);
  const query = { target: "development", status: "completed", limit: 200 } as const;
  let cursor: string | undefined;
  for (let searched = 0; searched < mostSearched; searched += query.limit) {
    const { items, nextCursor } = await client.listDeployments({ query: { ...query, cursor } });
    const found = items.find(({ commit }) => commit !== null && isIt(commit.sha));
    if (found !== undefined) return found;
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  throw new CommandError("NOT_DEPLOYED", `Development has no completed deployment of the commit ${plain(wanted)}.`, {
    hint: "If its deployment still runs, try again when it has ended. Otherwise deploy the commit first.",
  });
}
