import type { FiltersProps } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { SearchBox } from "./search-box.tsx";

interface ListBarProps extends Partial<Omit<FiltersProps, "onChange">> {
  /** Names the searched list: `Search secrets`. */
  label: string;
  placeholder?: string;
  /** The typed text, `q` of the URL. */
  typed: string;
  /** As for `Filters`; typing replaces the entry in the browser's history. */
  onChange: (change: Record<string, string | undefined>, replace?: boolean) => void;
}

/** Above a list: the text to search for, and the filters. */
export const ListBar = ({ label, placeholder, typed, filters = [], values = {}, onChange }: ListBarProps) => (
  <div className="mb-3 flex flex-wrap items-center gap-2">
    <SearchBox
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(text) => onChange({ q: text || undefined }, true)}
    />
    <Filters filters={filters} values={values} onChange={(change) => onChange(change)} />
  </div>
);
