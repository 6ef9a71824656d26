import type { Environment } from "@ferrule/contract/states.ts";
import type { Context } from "../context/context.ts";
import { CommandError } from "../command-error.ts";
import { plain } from "../terminal/plain.ts";

const signs = { added: "+", changed: "~", removed: "-" } as const;

/**
 * Shows what a release or a rollback changes and whether that breaks callers, then asks.
 * @throws CommandError when the user declines, when there is nobody to ask, and when a release lacks a secret or a
 * connection
 */
export async function confirmMove(
  context: Context,
  verb: "Release" | "Roll back",
  move: { target: Environment; projectDeploymentId: string },
  yes: boolean,
): Promise<void> {
  const { out, paint, ask } = context;
  const preview = await (await context.client()).previewDeployment({ query: move });
  for (const { change, kind, name, breaking, uncalled = [] } of preview.changes) {
    out.note(`  ${signs[change]} ${kind} ${plain(name)}`);
    for (const why of breaking) out.note(`      ${paint.red("breaks callers:")} ${plain(why)}`);
    for (const why of uncalled) out.note(`      nobody can call this: ${plain(why)}`);
  }
  const missing = [...preview.missingSecrets, ...preview.missingConnections];
  if (missing.length > 0 && verb === "Release") {
    throw new CommandError("MISSING_IN_TARGET", `${move.target} lacks ${missing.map(plain).join(", ")}.`, {
      hint: `Set a secret with \`ferrule secrets set <name> --env ${move.target}\`, a connection in the console.`,
      details: { missing },
    });
  }
  if (missing.length > 0) out.note(paint.yellow(`${move.target} lacks ${missing.map(plain).join(", ")} by now.`));
  const number = preview.next === null ? "" : ` #${preview.next.number}`;
  const breaking = preview.changes.filter((each) => each.breaking.length > 0).length;
  const question = `${verb}${number} to ${move.target}? ${preview.changes.length} changes${breaking > 0 ? `, ${breaking} break callers` : ""}`;
  if (!yes && !(await ask.confirm(`${question} (--yes does not ask)`)))
    throw new CommandError("CANCELLED", "Nothing was changed.", { exit: "cancelled" });
}
