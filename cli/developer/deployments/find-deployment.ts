import type { Client } from "@ferrule/contract/client.ts";
import type { Deployment } from "@ferrule/contract/resources/deployment.ts";
import { CommandError } from "../command-error.ts";
import { everyItem } from "../server/every-item.ts";

/** Finds a deployment by its number or its id. @throws CommandError if there is none */
export async function findDeployment(client: Client, named: string): Promise<Deployment> {
  if (named.startsWith("dep_")) return client.getDeployment({ params: { projectDeploymentId: named } });
  const number = /^#?\d{1,9}$/.test(named) ? Number(named.replace("#", "")) : null;
  if (number === null) {
    throw new CommandError(
      "NOT_A_DEPLOYMENT",
      `${JSON.stringify(named)} is neither a deployment's number nor its id.`,
      { exit: "usage" },
    );
  }
  const all = await everyItem((cursor) => client.listDeployments({ query: { limit: 200, cursor } }), 2_000);
  const found = all.find((each) => each.number === number);
  if (found !== undefined) return found;
  throw new CommandError("NOT_FOUND", `The Project has no deployment ${number}.`);
}
