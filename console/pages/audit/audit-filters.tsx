import { X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { auditActions } from "./audit-actions.ts";
import { projectSource, userSource } from "../../api/pick-sources.ts";
import { Button } from "../../components/button/button.tsx";
import { Filters } from "../../components/filter/filters.tsx";
import { inputClass } from "../../components/input-class.ts";
import { Skeleton } from "../../components/states.tsx";
import { TextFilter } from "../../components/filter/text-filter.tsx";
import { outcomeChoices } from "./outcome-badge.tsx";
import type { AuditFilters as Values } from "./search.ts";

const Combobox = lazyPart(
  () => import("../../components/choose/combobox.tsx"),
  "Combobox",
  <Skeleton className="h-8" />,
);

const actionChoices = auditActions.map((action) => ({ value: action, label: action }));

/** Converts a time to the value of a `datetime-local` field. */
function localText(at: string | undefined): string {
  if (at === undefined) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface TimeFilterProps {
  label: string;
  value: string | undefined;
  onChange: (at: string | undefined) => void;
}

function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 max-sm:w-full">
      <label htmlFor={id} className="text-xs font-medium text-muted max-sm:w-20">
        {label}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={`${inputClass} w-46 min-w-0 max-sm:flex-1`}
        value={localText(value)}
        onChange={({ target }) => onChange(target.value === "" ? undefined : new Date(target.value).toISOString())}
      />
    </span>
  );
}

interface ActionFilterProps {
  action: string | undefined;
  onChange: (action: string | undefined) => void;
}

const ActionFilter = ({ action, onChange }: ActionFilterProps) => (
  <div className="flex items-center gap-1">
    <span className="w-56">
      <Combobox
        aria-label="Action"
        placeholder="Any action"
        value={action ?? null}
        choices={actionChoices}
        onChange={onChange}
      />
    </span>
    {action !== undefined && (
      <Button
        kind="quiet"
        size="sm"
        icon={X}
        aria-label="Remove the filter Action"
        onClick={() => onChange(undefined)}
      />
    )}
  </div>
);

interface AuditFiltersProps {
  values: Values;
  onChange: (change: Partial<Values>) => void;
  /** Shown at the end of the first line. */
  refresh: ReactNode;
}

const chips = [
  { name: "outcome", label: "Outcome", choices: outcomeChoices },
  { name: "actor", label: "Person", pick: userSource },
  { name: "project", label: "Project", pick: projectSource },
];
const names = ["q", "action", "actor", "project", "target", "request", "outcome", "from", "to"] as const;

/** The filters of the log; all of them are kept in the URL. */
export function AuditFilters({ values, onChange, refresh }: AuditFiltersProps) {
  const { outcome, actor, project } = values;
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TextFilter
          label="Search"
          value={values.q ?? ""}
          placeholder="Who, what or why"
          problemOf={(typed) => (typed.trim().split(/\s+/).length > 10 ? "must be at most 10 words" : undefined)}
          onChange={(typed) => onChange({ q: typed.trim() || undefined })}
        />
        <Filters filters={chips} values={{ outcome, actor, project }} onChange={onChange} />
        <ActionFilter action={values.action} onChange={(action) => onChange({ action })} />
        <span className="ml-auto">{refresh}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TimeFilter label="From" value={values.from} onChange={(from) => onChange({ from })} />
        <TimeFilter label="Until" value={values.to} onChange={(to) => onChange({ to })} />
        <TextFilter
          label="Target id"
          mono
          width="w-38"
          value={values.target ?? ""}
          placeholder="sec_…"
          onChange={(target) => onChange({ target: target.trim() || undefined })}
        />
        <TextFilter
          label="Request id"
          mono
          width="w-38"
          value={values.request ?? ""}
          onChange={(request) => onChange({ request: request.trim() || undefined })}
        />
        {names.some((name) => values[name] !== undefined) && (
          <Button
            kind="quiet"
            size="sm"
            onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            Clear all filters
          </Button>
        )}
      </div>
    </div>
  );
}
