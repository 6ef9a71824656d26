import { Check, ListFilter, X } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { Button } from "../button/button.tsx";
import { Menu } from "../overlay/menu.tsx";
import type { PickSource } from "../choose/pick-source.ts";
import { Skeleton } from "../states.tsx";
import type { Filter, FiltersProps, OneFilterProps } from "./filter.ts";

const waiting = <Skeleton className="h-7 w-20" />;
// The popovers of filters are loaded only where a list needs them.
const PickFilter = lazyPart(() => import("./pick-filter.tsx"), "PickFilter", waiting);
const PopoverFilter = lazyPart(() => import("./popover-filter.tsx"), "PopoverFilter", waiting);

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

/** The name of the picked item, once it is known. */
export const PickedName = ({ pick, value }: { pick: PickSource; value: string }) =>
  pick.useChosen(value)?.label ?? value;

/** A filter and its value in words, such as `State: Active`. */
export const FilterText = ({
  filter: { label, choices, pick, show = String },
  value,
}: Omit<OneFilterProps, "onChange">) => (
  <>
    {label}:{" "}
    {pick ? (
      <PickedName pick={pick} value={String(value)} />
    ) : (
      (choices?.find((choice) => choice.value === value)?.label ?? show(String(value)))
    )}
  </>
);

/** The filters of a list: chips that can be removed one by one, kept in the URL. */
export function Filters({ filters, values, onChange }: FiltersProps) {
  const [isWhole, setWhole] = useState(false);
  const isSet = ({ name }: Filter) => typeof values[name] === "string";
  const active = filters.filter(isSet);
  const shown = filters.filter((filter) => isWhole || filter.rare !== true || isSet(filter));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {shown.map((filter) => {
        const given = { filter, value: values[filter.name], onChange };
        if (filter.choices !== undefined) return <ChoiceFilter key={filter.name} {...given} />;
        if (filter.pick) return <PickFilter key={filter.name} {...given} pick={filter.pick} />;
        return <PopoverFilter key={filter.name} {...given} />;
      })}
      {filters.some(({ rare }) => rare) && (
        <Button size="sm" kind="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Fewer filters" : "More filters"}
        </Button>
      )}
      {active.map((filter) => (
        <button
          key={filter.name}
          type="button"
          className="pointer-coarse:finger inline-flex h-7 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-xs font-medium text-accent hover:brightness-95"
          onClick={() => onChange({ [filter.name]: undefined })}
        >
          <span className="min-w-0 truncate">
            <span className="sr-only">Remove the filter </span>
            <FilterText filter={filter} value={values[filter.name]} />
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
