import { Clock } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { dayText } from "../../components/format.ts";
import { inputClass } from "../../components/input-class.ts";
import { Menu } from "../../components/overlay/menu.tsx";
import { rangeNames, ranges, type ExecutionsSearch, type Range } from "./search.ts";

type Chosen = Pick<ExecutionsSearch, "range" | "from" | "to">;

const clockFormat = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const short = (at: string) => {
  const date = new Date(at);
  return `${dayText(date, Date.now())}, ${clockFormat.format(date)}`;
};

/** A time range in a few words. */
export function rangeText({ range, from, to }: Chosen): string {
  if (range !== undefined) return rangeNames[range];
  if (from !== undefined && to !== undefined) return `${short(from)} – ${short(to)}`;
  if (from !== undefined) return `Since ${short(from)}`;
  return to === undefined ? "Any time" : `Until ${short(to)}`;
}

/** A range back from now, or between two times. */
export function TimeRange({ value, onChange }: { value: Chosen; onChange: (next: Chosen) => void }) {
  const [isAsking, setAsking] = useState(false);
  const entry = (range: Range | undefined) => ({
    label: range === undefined ? "Any time" : rangeNames[range],
    checked: value.range === range && value.from === undefined && value.to === undefined,
    onSelect: () => onChange(range === undefined ? {} : { range }),
  });
  return (
    <>
      <Menu
        trigger={<Button icon={Clock}>{rangeText(value)}</Button>}
        groups={[
          { entries: [entry(undefined), ...ranges.map(entry)] },
          { entries: [{ label: "Custom range…", onSelect: () => setAsking(true) }] },
        ]}
      />
      {isAsking && (
        <Between
          value={value}
          onClose={() => setAsking(false)}
          onChoose={(next) => {
            onChange(next);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

/** Formats a time for a `datetime-local` input. */
const local = (at: string | undefined) => {
  if (at === undefined) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

interface BetweenProps {
  value: Chosen;
  onClose: () => void;
  onChoose: (next: Chosen) => void;
}

function Between({ value, onClose, onChoose }: BetweenProps) {
  const [from, setFrom] = useState(local(value.from));
  const [to, setTo] = useState(local(value.to));
  const problem =
    from === "" && to === ""
      ? "Enter at least one of the two times."
      : from !== "" && to !== "" && from >= to
        ? "The start must be before the end."
        : null;
  const choose = () =>
    onChoose({
      ...(from === "" ? {} : { from: new Date(from).toISOString() }),
      ...(to === "" ? {} : { to: new Date(to).toISOString() }),
    });
  const input = (label: string, text: string, set: (next: string) => void) => (
    <label className="grid gap-1.5 text-sm font-medium">
      {label}
      <input type="datetime-local" className={inputClass} value={text} onChange={(event) => set(event.target.value)} />
    </label>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Custom range"
      description={`Your time zone is ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={problem} onClick={choose}>
            Apply
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {input("From", from, setFrom)}
        {input("Until", to, setTo)}
      </div>
    </Dialog>
  );
}
