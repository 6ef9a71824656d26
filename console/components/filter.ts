import type { Choice } from "./select.tsx";
import type { PickSource } from "./pick-source.ts";

export interface Filter {
  /** Its name in the URL. */
  name: string;
  label: string;
  /** What it can be, one of a few. */
  choices?: readonly Choice<string>[];
  /** One of any number, found by a part of its name. Without either, any text is asked for. */
  pick?: PickSource;
  /** For a text: what it looks like. */
  placeholder?: string;
}

export interface FiltersProps {
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
