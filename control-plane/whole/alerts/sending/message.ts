import type { AlertRule } from "@ferrule/contract/resources/alert.ts";
import type { Environment } from "@ferrule/contract/states.ts";

/** An alert as a message tells it. */
export interface ToldAlert {
  id: string;
  rule: AlertRule;
  environment: Environment | null;
  title: string;
  detail: string;
  /** The page of the console that shows the cause. */
  url: string;
  since: Date;
  resolvedAt: Date | null;
}

/** One message to one channel, in no channel's form yet. */
export interface Message {
  /** The same in every attempt. */
  id: string;
  kind: "alerts" | "test";
  project: { id: string; slug: string; name: string };
  /** The page of the console with all alerts. */
  url: string;
  /** The first alerts that began, and how many there are in all. */
  firing: readonly ToldAlert[];
  firingCount: number;
  resolved: readonly ToldAlert[];
  resolvedCount: number;
  /** The rules that the message is about, and how many of their alerts fire when it is sent. */
  rules: ReadonlyMap<AlertRule, { firing: number; title: string; environment: Environment | null }>;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The message in one line. */
export function titleOf({ kind, project, firing, firingCount, resolved, resolvedCount }: Message): string {
  const [first = resolved[0]] = firing;
  if (kind === "test" || first === undefined) return `${project.name}: a test of this channel`;
  if (firingCount + resolvedCount === 1)
    return `${project.name}: ${firingCount === 1 ? first.title : `Resolved: ${first.title}`}`;
  const parts = [
    firingCount > 0 ? counted(firingCount, "alert", "alerts") : "",
    resolvedCount > 0 ? `${resolvedCount} resolved` : "",
  ];
  return `${project.name}: ${parts.filter((part) => part !== "").join(", ")}`;
}

/** How long an alert lasted: `4 minutes`. */
function lasted({ since, resolvedAt }: ToldAlert): string {
  const minutes = Math.round(((resolvedAt ?? since).getTime() - since.getTime()) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return counted(minutes, "minute", "minutes");
  return minutes < 2_880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
}

export interface Line {
  text: string;
  url: string;
  detail: string;
}

/** The most lines for alerts that began, and as many for those that are over. */
const mostLines = 10;

/** The message as lines, each with its page. What does not fit is counted in a last line. */
export function linesOf(message: Message): Line[] {
  if (message.kind === "test")
    return [{ text: "Alerts of this Project will be told here.", url: message.url, detail: "" }];
  const shownFiring = message.firing.slice(0, mostLines);
  const shownResolved = message.resolved.slice(0, mostLines);
  const left = message.firingCount + message.resolvedCount - shownFiring.length - shownResolved.length;
  return [
    ...shownFiring.map(({ title, detail, url }) => ({ text: title, url, detail })),
    ...shownResolved.map((alert) => ({
      text: `Resolved: ${alert.title}`,
      url: alert.url,
      detail: `It lasted ${lasted(alert)}.`,
    })),
    ...(left > 0 ? [{ text: `and ${left} more`, url: message.url, detail: "" }] : []),
  ];
}
