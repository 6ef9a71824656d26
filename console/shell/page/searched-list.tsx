import type { LucideIcon } from "lucide-react";
import { Fragment, type ComponentProps, type ReactNode } from "react";
import type { Filter } from "../../components/filter/filter.ts";
import { FilterText } from "../../components/filter/filters.tsx";
import { ListBar } from "../../components/filter/list-bar.tsx";
import { EmptyState, NoMatches } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";

interface ListState {
  search: { q?: string | undefined; sort?: string | undefined };
  /** The text to search for, once typing has paused. */
  q: string;
  set: (change: Record<string, string | undefined>, replace?: boolean) => void;
}

type Listed<Row> = Pick<ComponentProps<typeof List<Row>>, "columns" | "pages" | "onOpen" | "openKey" | "sort" | "Bulk">;

interface SearchedListProps<Row> extends Listed<Row> {
  /** What is listed, in the plural: `Functions`. */
  things: string;
  /** Says more of it to a screen reader: `Secrets of Production`. */
  label?: string;
  /** What the text is looked for in: `name or slug`. */
  searched: string;
  /** From `useListSearch`. */
  state: ListState;
  filters?: readonly Filter[];
  icon: LucideIcon;
  /** Where the list can be empty in one place and not in another: ` in Production`. */
  where?: string;
  /** The button that makes one more. */
  create?: ReactNode;
  /** What these things are for, where there is none. */
  children?: ReactNode;
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A list that is searched by text, filtered and sorted, all of which is in the URL; and what it says when it is empty. */
export function SearchedList<Row extends { id: string }>(props: SearchedListProps<Row>) {
  const {
    things,
    label = capital(things),
    searched,
    state,
    filters = [],
    icon,
    where,
    create,
    children,
    ...list
  } = props;
  const { search, q, set } = state;
  const values = search as Readonly<Record<string, unknown>>;
  const chosen = filters.filter(({ name }) => values[name] !== undefined);
  const clear = () =>
    set(Object.fromEntries(["q", ...filters.map(({ name }) => name)].map((name) => [name, undefined])));
  return (
    <>
      <ListBar
        label={`Search ${things}`}
        placeholder={`Search by ${searched}`}
        typed={search.q ?? ""}
        filters={filters}
        values={values}
        onChange={set}
      />
      <List
        label={label}
        sort={search.sort}
        onSort={(sort) => set({ sort })}
        rowKey={({ id }) => id}
        {...list}
        empty={
          q === "" && chosen.length === 0 ? (
            <EmptyState
              icon={icon}
              title={where === undefined ? `No ${things} yet` : `No ${things}${where}`}
              action={create}
            >
              {children}
            </EmptyState>
          ) : (
            <NoMatches title={`No ${things} match`} onClear={clear}>
              {q !== "" && `${capital(searched)}: “${q}”`}
              {chosen.map((filter, index) => (
                <Fragment key={filter.name}>
                  {(q !== "" || index > 0) && " · "}
                  <FilterText filter={filter} value={values[filter.name]} />
                </Fragment>
              ))}
            </NoMatches>
          )
        }
      />
    </>
  );
}
