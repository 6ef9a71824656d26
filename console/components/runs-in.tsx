import type { Environment } from "@ferrule/contract/states.ts";
import { Radio } from "lucide-react";
import { Badge } from "./badge.tsx";
import { fromClass } from "./from-class.ts";

/** The part of a name that stays where there is little room, and the rest. */
const names: Record<Environment, [string, string]> = {
  development: ["Dev", "elopment"],
  production: ["Prod", "uction"],
};

interface RunsInProps {
  /** What each environment serves of it: `r3`, `#12`, or nothing to say but that it does. */
  places: readonly { environment: Environment; what?: string }[];
  /** Says `Live in Production` where nothing else says that this is about what is served. */
  live?: boolean;
  /** Where no environment serves it. */
  nowhere?: string;
  /** Says `Prod r3` on all but the widest screens. */
  short?: boolean;
}

/** Where something is served, and which of it: `Production r3`, `Development r4`. Production first. */
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
