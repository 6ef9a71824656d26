import { Minus, Pencil, Plus } from "lucide-react";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Mono } from "../../../components/mono.tsx";
import { kindOfChange } from "./kind-of-change.ts";

type Plan = AnswerOf<"previewManifest">;

const groups = [
  { change: "added", title: "Added", icon: Plus, tone: "good" },
  { change: "changed", title: "Changed", icon: Pencil, tone: "warn" },
  { change: "removed", title: "Removed", icon: Minus, tone: "bad" },
] as const;

/** What an import would add, change and remove. */
export function PlanView({ plan }: { plan: Plan }) {
  return (
    <section aria-label="Plan" className="grid gap-3 rounded-md border border-line p-3">
      {plan.changes.length === 0 && (
        <p role="status" className="text-sm">
          Nothing would change. The endpoint already matches the manifest.
        </p>
      )}
      {groups.map(({ change, title, icon, tone }) => {
        const changes = plan.changes.filter((one) => one.change === change);
        return (
          changes.length > 0 && (
            <div key={change}>
              <h3 className="mb-1.5 flex items-center gap-2 text-xs font-medium">
                <Badge tone={tone} icon={icon}>
                  {title}
                </Badge>
                <span className="text-muted">{changes.length}</span>
              </h3>
              <ul className="grid gap-1">
                {changes.map((one) => (
                  <li key={`${one.kind} ${one.name}`} className="flex flex-wrap items-baseline gap-x-2 text-sm">
                    <span className="text-muted">{kindOfChange(one)}</span>
                    <Mono className="font-semibold">{one.name}</Mono>
                    {one.fields.length > 0 && <span className="text-xs text-muted">{one.fields.join(", ")}</span>}
                    {!one.allowed && <span className="text-xs text-bad">your role does not allow this</span>}
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {plan.missing.libraries.length > 0 && (
        <p className="text-sm text-warn">Missing libraries: {plan.missing.libraries.join(", ")}</p>
      )}
      {plan.warnings.map((warning) => (
        <p key={warning} className="text-sm text-warn">
          {warning}
        </p>
      ))}
    </section>
  );
}
