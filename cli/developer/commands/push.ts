import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import { CommandError } from "../command-error.ts";
import type { AddCommand } from "../commands.ts";
import type { Context } from "../context/context.ts";
import { planText } from "../project/plan-text.ts";
import type { Pushed } from "../project/push-project.ts";
import { settledText } from "../project/tell-settled.ts";
import { workplaceOf } from "../project/workplace-of.ts";

interface Options {
  delete?: boolean;
  force?: boolean;
  yes?: boolean;
  dryRun?: boolean;
}

async function confirm(context: Context, { yes, dryRun }: Options, plan: ProjectSourcePlan): Promise<boolean> {
  context.out.note(planText(plan, context));
  if (dryRun === true) return false;
  if (plan.changes.some(({ allowed }) => !allowed))
    throw new CommandError("FORBIDDEN", "Your role may not make some of these changes. Nothing was pushed.", {
      exit: "refused",
      details: { changes: plan.changes.filter(({ allowed }) => !allowed) },
    });
  if (yes === true) return true;
  if (!context.ask.interactive)
    throw new CommandError("NOT_CONFIRMED", "There is no terminal to ask you. Nothing was pushed.", {
      exit: "usage",
      hint: "Add --yes to push without a question, or --dry-run to see the plan only.",
    });
  return context.ask.confirm("Push this?");
}

function told({ outcome, plan, settled }: Pushed, context: Context): string {
  const merged = settledText(settled, context);
  const kept = outcome === "nothing" && plan !== null ? planText(plan, context) : "";
  const sentence = {
    pushed: "Pushed. `ferrule deploy` makes it live.",
    nothing: "Nothing to push.",
    declined: "Nothing was pushed.",
    conflict: "Nothing was pushed: the server has changed the same.",
  }[outcome];
  return [merged, kept, sentence].filter((part) => part !== "").join("\n");
}

/** `ferrule push`: shows the changes that the folder would make on the server, asks, and makes them. */
export const push: AddCommand = (commands) => {
  commands
    .add<Options>("push", "make the Project on the server what the folder says", async (context, options) => {
      // Loading a folder needs the schemas of a Project; other commands start without them.
      const { pushProject } = await import("../project/push-project.ts");
      const pushed = await pushProject(await workplaceOf(context), {
        delete: options.delete === true,
        force: options.force === true,
        confirm: (plan) => confirm(context, options, plan),
      });
      context.out.result(pushed, () => told(pushed, context));
      const isConflict = pushed.outcome === "conflict" || pushed.settled.conflicts.length > 0;
      return isConflict ? "conflict" : "done";
    })
    .option("-y, --yes", "do not ask")
    .option("--dry-run", "only show what would change")
    .option("--delete", "delete what the folder does not have")
    .option("--force", "in a folder that was never pulled: replace what differs on the server");
};
