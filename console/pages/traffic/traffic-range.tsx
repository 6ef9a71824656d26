import { Segmented } from "../../components/button/segmented.tsx";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { CompareWith } from "./compare-with.tsx";
import { windowOf, type TrafficSearch } from "./search.ts";
import { beforeNames } from "./traffic-texts.ts";

const windows = choicesOf({ "1h": "1 hour", "24h": "24 hours", "7d": "7 days" });

interface TrafficRangeProps {
  search: TrafficSearch;
  onChange: (change: TrafficSearch) => void;
}

/** Picks the range that charts show, and whether they show the time before it, too. */
export function TrafficRange({ search, onChange }: TrafficRangeProps) {
  const { compare } = search;
  const window = windowOf(search);
  return (
    <>
      <CompareWith
        name={beforeNames[window]}
        isOn={compare === true}
        onChange={(next) => onChange({ compare: next })}
      />
      <Segmented
        label="Time range"
        value={window}
        choices={windows}
        onChange={(next) => onChange({ window: next === "24h" ? undefined : next })}
      />
    </>
  );
}
