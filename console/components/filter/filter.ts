import type { Choice } from "../choose/select.tsx";
import type { PickSource } from "../choose/pick-source.ts";

export interface Filter {
  /** Its name in the URL. */
  name: string;
  label: string;
  /** The values it can take, when they are few. */
  choices?: readonly Choice<string>[];
  /**
   * Picks one of any number of values by a part of the name. Without `choices` and `pick`, the filter asks for any
   * text.
   */
  pick?: PickSource;
  /** For a text: an example of what to type. */
  placeholder?: string;
  /** For a text: the value of what was typed; undefined if it is none, as `problem` then says. */
  read?: (typed: string) => string | undefined;
  problem?: string;
  /** The value in words. */
  show?: (value: string) => string;
  /** Shown only when it is set, or on request. */
  rare?: boolean;
}

export interface FiltersProps {
  filters: readonly Filter[];
  /** The search parameters of the URL. Others stay unchanged. */
  values: Readonly<Record<string, unknown>>;
  /** `navigate({ search: (now) => ({ ...now, ...change }) })`; undefined removes a filter. */
  onChange: (change: Record<string, string | undefined>) => void;
}

export interface OneFilterProps {
  filter: Filter;
  value: unknown;
  onChange: FiltersProps["onChange"];
}
