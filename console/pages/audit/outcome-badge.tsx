import { Ban, Check, CircleAlert } from "lucide-react";
import { badgeOf, statesOf, type Looks } from "../../components/badge.tsx";

const looks: Looks<"success" | "denied" | "failure"> = {
  success: ["neutral", Check, "Done"],
  denied: ["warn", Ban, "Denied"],
  failure: ["bad", CircleAlert, "Failed"],
};

/** The outcomes, to filter by. */
export const outcomeChoices = statesOf(looks);

/** Whether an action succeeded, was denied, or failed. */
export const OutcomeBadge = badgeOf(looks);
