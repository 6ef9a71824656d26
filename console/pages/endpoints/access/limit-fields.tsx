import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { allowedAddresses, type PolicyLimits, type Quota } from "@ferrule/contract/resources/policy-limits.ts";
import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { inputClass } from "../../../components/input-class.ts";
import { Select } from "../../../components/choose/select.tsx";
import { NameList } from "../../functions/code/name-list.tsx";
import { subjectNames } from "./limit-sentences.ts";

const subjects = (["key", "caller", "tenant"] as const).map((value) => ({ value, label: subjectNames[value] }));
const periods = [
  { value: "day", label: "a day" },
  { value: "month", label: "a month" },
] as const;
const mostQuotas = 6;

/** The typed number. If the text is not a number, a value that the schema refuses. */
const read = (text: string) => (text === "" ? Number.NaN : Number(text));
const shown = (value: number | null) => (value === null || Number.isNaN(value) ? "" : String(value));

function Rate({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (next: number | null) => void;
}) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="number"
        min={1}
        max={1_000_000}
        className={inputClass}
        placeholder="No limit"
        value={shown(value)}
        aria-describedby={`${id}-unit`}
        onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
      />
      <p id={`${id}-unit`} className="text-xs text-muted">
        requests a minute
      </p>
    </div>
  );
}

function Quotas({ value, onChange }: { value: readonly Quota[]; onChange: (next: Quota[]) => void }) {
  const set = (index: number, next: Quota) => onChange(value.map((one, at) => (at === index ? next : one)));
  const isFree = ({ value: by }: { value: Quota["by"] }) => !value.some((one) => one.by === by && one.period === "day");
  const next = subjects.find(isFree)?.value ?? "tenant";
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Quotas</p>
      <p className="text-xs text-muted">
        How many requests somebody has for a whole day or month of UTC. Who has used them up is refused until the next
        one begins.
      </p>
      {value.map((quota, index) => (
        <fieldset key={index} className="flex flex-wrap items-center gap-2">
          <legend className="quiet">Quota {index + 1}</legend>
          <div className="w-52">
            <Select
              aria-label="Who"
              value={quota.by}
              choices={subjects}
              onChange={(by) => set(index, { ...quota, by })}
            />
          </div>
          <div className="w-32">
            <input
              type="number"
              min={1}
              aria-label="Requests"
              className={inputClass}
              placeholder="10000"
              value={shown(quota.requests)}
              onChange={({ target }) => set(index, { ...quota, requests: read(target.value) })}
            />
          </div>
          <div className="w-28">
            <Select
              aria-label="Period"
              value={quota.period}
              choices={periods}
              onChange={(period) => set(index, { ...quota, period })}
            />
          </div>
          <IconButton
            size="sm"
            icon={Trash2}
            label={`Remove quota ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          disabledReason={value.length >= mostQuotas ? `A policy has at most ${mostQuotas}.` : null}
          onClick={() => onChange([...value, { by: next, period: "day", requests: 10_000 }])}
        >
          Add a quota
        </Button>
      </div>
    </div>
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
        label="Addresses"
        hint="Calls from elsewhere are refused before anything else is looked at. None listed: calls from everywhere."
        placeholder="203.0.113.0/24"
        values={[...addresses]}
        problemOf={(text) => {
          const parsed = allowedAddresses.safeParse([text], { error: plainProblem });
          return parsed.success ? null : (parsed.error.issues[0]?.message ?? "Not valid.");
        }}
        onChange={onAddresses}
      />
      <div className="grid gap-3 sm:grid-cols-2">
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
