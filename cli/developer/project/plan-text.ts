import type { ProjectSourcePlan } from "@ferrule/contract/resources/project-source.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";

const marks = { added: "+", changed: "~", removed: "-" } as const;
const reasons = { "not-asked": "not in the folder; --delete deletes it", "in-use": "still in use" } as const;

const nameOf = ({ kind, name, within }: { kind: string; name: string; within: string | null }) =>
  plain(`${kind} ${within === null ? "" : `${within}: `}${name}`);

function missingLines({ missing }: ProjectSourcePlan): string[] {
  const { grants, ...named } = missing;
  return [
    ...Object.entries(named).flatMap(([kind, names]) => names.map((name) => `  ? ${kind}: ${plain(name)} is missing`)),
    ...grants.map(
      (one) =>
        `  ? ${plain(one.function)} declares ${one.access} of ${plain(one.collection)} in ${one.environment}, and nothing grants it`,
    ),
  ];
}

/** The changes of a push, as text for a person. */
export function planText(plan: ProjectSourcePlan, { paint }: Pick<Context, "paint">): string {
  const paints = { added: paint.green, changed: paint.yellow, removed: paint.red };
  const changes = plan.changes.map((one) => {
    const fields = one.change === "changed" && one.fields.length > 0 ? ` (${one.fields.join(", ")})` : "";
    const refused = one.allowed ? "" : paint.red(" — your role may not");
    return paints[one.change](`  ${marks[one.change]} ${nameOf(one)}${plain(fields)}`) + refused;
  });
  const kept = plan.kept.map((one) => paint.dim(`  = ${nameOf(one)}: ${reasons[one.reason]}`));
  const breaking = (["development", "production"] as const).flatMap((environment) =>
    plan.breaking[environment].map((line) => paint.red(`  ! ${environment}: ${plain(line)}`)),
  );
  const uncalled = (["development", "production"] as const).flatMap((environment) =>
    (plan.uncalled?.[environment] ?? []).map((line) => paint.dim(`  = ${environment}: ${plain(line)}`)),
  );
  const warnings = plan.warnings.map((line) => paint.yellow(`  ! ${plain(line)}`));
  return [
    ...changes,
    ...kept,
    ...missingLines(plan),
    ...warnings,
    ...(breaking.length === 0 ? [] : ["What callers lose once this is deployed:", ...breaking]),
    ...(uncalled.length === 0 ? [] : ["What nobody can call, so it breaks nobody:", ...uncalled]),
  ].join("\n");
}
