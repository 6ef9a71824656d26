import type { Environment } from "@ferrule/contract/states.ts";
import { Clock } from "lucide-react";
import { Button } from "../../components/button/button.tsx";
import { exactTime, relativeTime } from "../../components/format.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { useDeployments } from "./deployment-choices.ts";

const minute = 60_000;
const spans = [
  ["Last hour", 60 * minute],
  ["Last 24 hours", 1_440 * minute],
  ["Last 7 days", 10_080 * minute],
] as const;
const mostShown = 8;

interface SinceMenuProps {
  environment: Environment;
  /** RFC 3339; undefined: any time. */
  value: string | undefined;
  onChange: (since: string | undefined) => void;
}

/** Chooses the time since which runs were created, by a span or by a deployment. */
export function SinceMenu({ environment, value, onChange }: SinceMenuProps) {
  const { data } = useDeployments(environment, true);
  const deployments = (data?.items ?? []).flatMap(({ number, message, finishedAt }) =>
    finishedAt === null ? [] : [{ number, message, at: new Date(finishedAt).toISOString() }],
  );
  const chosen = deployments.find(({ at }) => at === value);
  const text =
    value === undefined
      ? "Any time"
      : chosen === undefined
        ? `Since ${relativeTime(value, Date.now())}`
        : `Since deployment #${chosen.number}`;
  return (
    <Menu
      trigger={
        <Button icon={Clock} title={value === undefined ? undefined : exactTime(value)}>
          {text}
        </Button>
      }
      groups={[
        {
          entries: [
            { label: "Any time", checked: value === undefined, onSelect: () => onChange(undefined) },
            ...spans.map(([label, span]) => ({
              label,
              onSelect: () => onChange(new Date(Date.now() - span).toISOString()),
            })),
          ],
        },
        {
          title: "Since a deployment",
          entries: deployments.slice(0, mostShown).map(({ number, message, at }) => ({
            label: `#${number} ${message}`.trim(),
            hint: relativeTime(at, Date.now()),
            checked: at === value,
            onSelect: () => onChange(at),
          })),
        },
      ].filter(({ entries }) => entries.length > 0)}
    />
  );
}
