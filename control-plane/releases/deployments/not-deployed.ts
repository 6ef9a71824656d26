import type { ProjectScope } from "../../ground/store/scope.ts";
import { appendLog, readNotDeployed } from "./queries/deployments.ts";

/** How many Functions a deployment's log names individually. */
const named = 20;

/** Writes into a deployment's log the Functions that it leaves out. */
export async function sayNotDeployed(scope: ProjectScope, id: string): Promise<void> {
  const left = await readNotDeployed(scope, id);
  const lines = left.slice(0, named).map(({ slug, problems: [first] }) => {
    const wrong = first ? ` It would not build: ${slug}.ts:${first.line} ${first.message}` : "";
    return `Function ${slug} is not deployed: nothing binds it.${wrong}`;
  });
  const more = left.length - lines.length;
  if (more > 0) lines.push(`${more} more Functions are not deployed: nothing binds them.`);
  await appendLog(
    scope,
    { id, projectId: scope.projectId },
    lines.map((message) => ({ level: "info", message })),
  );
}
