import { Ban, Check, CircleAlert, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../components/badge.tsx";

type Outcome = "success" | "denied" | "failure";

const looks: Record<Outcome, [Tone, LucideIcon, string]> = {
  success: ["neutral", Check, "Done"],
  denied: ["warn", Ban, "Denied"],
  failure: ["bad", CircleAlert, "Failed"],
};

/** The outcomes, to filter by. */
export const outcomeChoices = Object.entries(looks).map(([value, [, , label]]) => ({ value, label }));

/** Whether an action succeeded, was denied, or failed. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const [tone, icon, word] = looks[outcome];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
