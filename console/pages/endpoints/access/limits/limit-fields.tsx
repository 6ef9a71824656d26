import { allowedAddresses, type PolicyLimits, type Quota } from "@ferrule/contract/resources/policy-limits.ts";
import { choicesOf } from "../../../../components/choose/choices-of.ts";
import { inputClass } from "../../../../components/input-class.ts";
import { Select } from "../../../../components/choose/select.tsx";
import { NameList } from "../../../functions/code/permissions/name-list.tsx";
import { EntryList, EntryRow } from "../entry-list.tsx";
import { PolicyText } from "../policy-text.tsx";
import { subjectNames } from "./limit-sentences.ts";
import { problemIn } from "../problem-in.ts";

const subjects = (["key", "caller", "tenant"] as const).map((value) => ({ value, label: subjectNames[value] }));
const periods = choicesOf({ day: "a day", month: "a month" });
const mostQuotas = 6;

/** The typed number. If the text is not a number, returns a value that the schema refuses. */
const read = (text: string) => (text === "" ? Number.NaN : Number(text));
const shown = (value: number | null) => (value === null || Number.isNaN(value) ? "" : String(value));

interface RateProps {
  label: string;
  value: number | null;
  onChange: (next: number | null) => void;
}

const Rate = ({ label, value, onChange }: RateProps) => (
  <PolicyText
    label={label}
    hint="requests a minute"
    placeholder="No limit"
    within={[1, 1_000_000]}
    value={shown(value)}
    onChange={(text) => onChange(text === "" ? null : Number(text))}
  />
);

function Quotas({ value, onChange }: { value: readonly Quota[]; onChange: (next: Quota[]) => void }) {
  const isFree = ({ value: by }: { value: Quota["by"] }) => !value.some((one) => one.by === by && one.period === "day");
  return (
    <EntryList<Quota>
      title="Quotas"
      hint="How many requests a caller may make in a day or month of UTC. Further requests are refused until the next one begins."
      value={value}
      onChange={onChange}
      add="Add a quota"
      added={{ by: subjects.find(isFree)?.value ?? "tenant", period: "day", requests: 10_000 }}
      isFull={value.length >= mostQuotas ? `A policy has at most ${mostQuotas}.` : null}
    >
      {(quota, { index, set, remove }) => (
        <EntryRow name={`quota ${index + 1}`} onRemove={remove}>
          <div className="w-52">
            <Select aria-label="Who" value={quota.by} choices={subjects} onChange={(by) => set({ ...quota, by })} />
          </div>
          <div className="w-32">
            <input
              type="number"
              min={1}
              aria-label="Requests"
              className={inputClass}
              placeholder="10000"
              value={shown(quota.requests)}
              onChange={({ target }) => set({ ...quota, requests: read(target.value) })}
            />
          </div>
          <div className="w-28">
            <Select
              aria-label="Period"
              value={quota.period}
              choices={periods}
              onChange={(period) => set({ ...quota, period })}
            />
          </div>
        </EntryRow>
      )}
    </EntryList>
  );
}

interface LimitFieldsProps {
  addresses: readonly string[];
  onAddresses: (next: string[]) => void;
  limits: PolicyLimits;
  onLimits: (next: PolicyLimits) => void;
}

/** The addresses that callers may use, and their rates. */
export function LimitFields({ addresses, onAddresses, limits, onLimits }: LimitFieldsProps) {
  return (
    <>
      <NameList
        label="IP allow list"
        hint="Only these IP addresses and networks can call. Others are refused before any other check. If the list is empty, calls may come from everywhere."
        placeholder="203.0.113.0/24"
        values={[...addresses]}
        problemOf={(text) => problemIn(allowedAddresses, [text])}
        onChange={onAddresses}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Rate
          label={subjectNames.key}
          value={limits.keyRequestsPerMinute}
          onChange={(keyRequestsPerMinute) => onLimits({ ...limits, keyRequestsPerMinute })}
        />
        <Rate
          label={subjectNames.caller}
          value={limits.callerRequestsPerMinute}
          onChange={(callerRequestsPerMinute) => onLimits({ ...limits, callerRequestsPerMinute })}
        />
      </div>
      <Quotas value={limits.quotas} onChange={(quotas) => onLimits({ ...limits, quotas })} />
    </>
  );
}
