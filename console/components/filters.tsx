import { Check, ListFilter, X } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "./button.tsx";
import { Menu } from "./menu.tsx";
import type { Choice } from "./select.tsx";
import { Skeleton } from "./states.tsx";

export interface Filter {
  /** Its name in the URL. */
  name: string;
  label: string;
  /** What it can be; left out where any text is asked for. */
  choices?: readonly Choice<string>[];
  /** For a text: what it looks like. */
  placeholder?: string;
}

interface FiltersProps {
  filters: readonly Filter[];
  /** The search parameters of the URL; those of no filter are left alone. */
  values: Readonly<Record<string, unknown>>;
  /** `navigate({ search: (now) => ({ ...now, ...change }) })`; undefined takes a filter away. */
  onChange: (change: Record<string, string | undefined>) => void;
}

export interface OneFilterProps {
  filter: Filter;
  value: unknown;
  onChange: FiltersProps["onChange"];
}

// Its popover is loaded where a list asks for a text.
const PopoverFilter = lazy(async () => ({ default: (await import("./popover-filter.tsx")).PopoverFilter }));

const ChoiceFilter = ({ filter: { name, label, choices = [] }, value, onChange }: OneFilterProps) => (
  <Menu
    align="start"
    trigger={
      <Button size="sm" icon={value === undefined ? ListFilter : Check}>
        {label}
      </Button>
    }
    groups={[
      {
        entries: choices.map((choice) => ({
          label: choice.label,
          checked: value === choice.value,
          onSelect: () => onChange({ [name]: choice.value }),
        })),
      },
    ]}
  />
);

/** What a list is narrowed by: chips that are taken away one by one, kept in the URL. */
export function Filters({ filters, values, onChange }: FiltersProps) {
  const active = filters.filter(({ name }) => typeof values[name] === "string");
  return (
    <div className="flex flex-wrap items-center gap-2">
      {filters.map((filter) => {
        const given = { filter, value: values[filter.name], onChange };
        if (filter.choices !== undefined) return <ChoiceFilter key={filter.name} {...given} />;
        return (
          <Suspense key={filter.name} fallback={<Skeleton className="h-7 w-20" />}>
            <PopoverFilter {...given} />
          </Suspense>
        );
      })}
      {active.map(({ name, label, choices }) => (
        <button
          key={name}
          type="button"
          className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-xs font-medium text-accent hover:brightness-95"
          aria-label={`Remove the filter ${label}`}
          onClick={() => onChange({ [name]: undefined })}
        >
          <span className="min-w-0 truncate">
            {label}: {choices?.find(({ value }) => value === values[name])?.label ?? String(values[name])}
          </span>
          <X aria-hidden size={12} className="shrink-0" />
        </button>
      ))}
      {active.length > 1 && (
        <Button
          kind="quiet"
          size="sm"
          onClick={() => onChange(Object.fromEntries(active.map(({ name }) => [name, undefined])))}
        >
          Clear all
        </Button>
      )}
    </div>
  );
}
