import type { Environment } from "@ferrule/contract/states.ts";
import { Radio } from "lucide-react";
import { Badge } from "./badge.tsx";
import { fromClass } from "./from-class.ts";

/** The part of a name that remains when space is short, and the rest. */
const names: Record<Environment, [string, string]> = {
  development: ["Dev", "elopment"],
  production: ["Prod", "uction"],
};

interface RunsInProps {
  /** What each environment serves: `r3`, `#12`, or undefined when it serves something without a number. */
  places: readonly { environment: Environment; what?: string }[];
  /** Writes `Live in Production`, for places that do not otherwise say that this is about the served version. */
  live?: boolean;
  /** Shown when no environment serves it. */
  nowhere?: string;
  /** Shortens the label to `Prod r3` except on the widest screens. */
  short?: boolean;
}

/** Where something is served, and which version: `Production r3`, `Development r4`. Production first. */
export function RunsIn({ places, live = false, nowhere = "Not deployed", short = false }: RunsInProps) {
  if (places.length === 0) return <Badge>{nowhere}</Badge>;
  const sorted = places.toSorted((one, other) => (one.environment < other.environment ? 1 : -1));
  return (
    <span className="inline-flex flex-wrap gap-1">
      {sorted.map(({ environment, what }) => (
        <Badge key={environment} tone={environment} {...(live ? { icon: Radio } : {})}>
          {live && "Live in "}
          <span>
            {names[environment][0]}
            <span className={short ? fromClass["2xl"] : undefined}>{names[environment][1]}</span>
          </span>
          {what !== undefined && ` ${what}`}
        </Badge>
      ))}
    </span>
  );
}
