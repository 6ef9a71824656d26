import type { ApprovalStatus } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleDashed, Hourglass, TimerOff } from "lucide-react";
import { badgeOf } from "../../components/badge.tsx";

/** The state of an approval. */
export const ApprovalBadge = badgeOf<ApprovalStatus>({
  pending: ["warn", Hourglass, "Waits"],
  approved: ["good", Check, "Approved"],
  rejected: ["bad", Ban, "Rejected"],
  expired: ["neutral", TimerOff, "Expired"],
  cancelled: ["neutral", CircleDashed, "Cancelled"],
});
