import type { DeploymentStatus, Environment } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleAlert, CircleDashed, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent" | "production" | "development";

const tones: Record<Tone, string> = {
  neutral: "border-line bg-sunken text-muted",
  good: "border-good-line bg-good-soft text-good",
  warn: "border-warn-line bg-warn-soft text-warn",
  bad: "border-bad-line bg-bad-soft text-bad",
  accent: "border-transparent bg-accent-soft text-accent",
  production: "border-production-line bg-production-soft text-production",
  development: "border-development-line bg-development-soft text-development",
};

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state in a word. The word carries the meaning; the colour and the icon repeat it. */
export function Badge({ tone = "neutral", icon: Icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 shrink-0 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {Icon && (
        <Icon aria-hidden size={12} strokeWidth={2.2} className={Icon === LoaderCircle ? "working" : undefined} />
      )}
      {children}
    </span>
  );
}

/** Which environment something is in. */
export const EnvironmentBadge = ({ environment }: { environment: Environment }) => (
  <Badge tone={environment}>{environment === "production" ? "Production" : "Development"}</Badge>
);

/** How each state looks: its tone, its icon and its word. */
export type Looks<Status extends string> = Readonly<Record<Status, readonly [Tone, LucideIcon, string]>>;

/** A badge for the states of one kind of thing. */
export const badgeOf =
  <Status extends string>(looks: Looks<Status>) =>
  ({ status }: { status: Status }) => {
    const [tone, icon, word] = looks[status];
    return (
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
    );
  };

/** The states of one kind of thing, to filter by. */
export const statesOf = <Status extends string>(looks: Looks<Status>) =>
  Object.entries<Looks<Status>[Status]>(looks).map(([value, [, , label]]) => ({ value, label }));

/** How a call ended. */
export const ExecutionBadge = badgeOf({
  succeeded: ["good", Check, "Succeeded"],
  failed: ["bad", CircleAlert, "Failed"],
  timed_out: ["bad", Clock, "Timed out"],
  rejected: ["warn", Ban, "Rejected"],
  cancelled: ["neutral", CircleDashed, "Cancelled"],
  running: ["accent", LoaderCircle, "Running"],
});

/** The state of a deployment. */
export const DeploymentBadge = badgeOf<DeploymentStatus>({
  queued: ["neutral", Clock, "Queued"],
  building: ["accent", LoaderCircle, "Building"],
  activating: ["accent", LoaderCircle, "Activating"],
  completed: ["good", Check, "Completed"],
  failed: ["bad", CircleAlert, "Failed"],
  cancelled: ["neutral", CircleDashed, "Cancelled"],
});
