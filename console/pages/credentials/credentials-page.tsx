import type { Environment } from "@ferrule/contract/states.ts";
import { Plus, Search, type LucideIcon } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useListed } from "../../api/use-listed.ts";
import { usePages, type InputOf, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { SearchBox } from "../../components/filter/search-box.tsx";
import { Page } from "../../components/page.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { EmptyState } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment-names.ts";
import { useEnvironment } from "../../shell/environment.ts";

const idOf = (row: unknown) => (row as { id: string }).id;

interface ViewState {
  q?: string | undefined;
  sort?: string | undefined;
  /** The dialog for a new one is open. */
  create?: true | undefined;
}

interface Given<Row> {
  environment: Environment;
  /** `Development`. */
  place: string;
  /** Why the user cannot create one; null when they can. */
  forbidden: string | null;
  /** The opened row, wherever in the list it is. */
  opened: Row | undefined;
  /** The opened row is there, or is known to be in no environment: its detail can be shown. */
  isSettled: boolean;
}

interface CredentialsPageProps<L extends "listSecrets" | "listConnections"> {
  list: L;
  noun: "secret" | "connection";
  icon: LucideIcon;
  /** What they are, in one sentence; the page says which environment is shown. */
  description: string;
  /** What the search looks at: `name or address`. */
  searched: string;
  /** How Functions use them, for an environment that has none. */
  about: ReactNode;
  columns: readonly Column<ItemOf<L>>[];
  /** The id of the opened one. */
  openedId: string | undefined;
  search: ViewState;
  onSearch: (change: ViewState, replace: boolean) => void;
  onOpen: (id: string) => void;
  above?: (given: Given<ItemOf<L>>) => ReactNode;
  /** What opens over the page. */
  children: (given: Given<ItemOf<L>>) => ReactNode;
}

type NoCredentialsProps = Pick<CredentialsPageProps<"listSecrets">, "noun" | "icon" | "about" | "searched"> & {
  place: string;
  q: string;
  create: ReactNode;
  onClear: () => void;
};

const NoCredentials = ({ noun, icon, about, searched, place, q, create, onClear }: NoCredentialsProps) =>
  q === "" ? (
    <EmptyState icon={icon} title={`No ${noun}s in ${place}`} action={create}>
      {about}
    </EmptyState>
  ) : (
    <EmptyState icon={Search} title={`No ${noun}s match`} action={<Button onClick={onClear}>Clear search</Button>}>
      No {searched} in {place} has “{q}”.
    </EmptyState>
  );

/** Secrets or connections: what Functions use by its name and nobody can view again, one environment at a time. */
export function CredentialsPage<L extends "listSecrets" | "listConnections">(props: CredentialsPageProps<L>) {
  const { list, noun, icon, description, searched, about, columns, openedId, search, onSearch, onOpen } = props;
  const { q: typed = "", sort = "name" } = search;
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const q = useSettled(typed);
  const query = { environment, limit: 100, sort, ...(q === "" ? {} : { q }) };
  const pages = usePages(list, { query } as InputOf<L>);
  const forbidden = useDisabledReason(noun === "secret" ? "createSecret" : "createConnection", environment);
  const create = () => onSearch({ create: true }, false);
  useShortcuts([{ keys: "c", does: `New ${noun}`, run: () => forbidden === null && create() }]);

  const listed = useListed(list, openedId ?? null);
  const opened = pages.items?.find((row) => idOf(row) === openedId) ?? listed ?? undefined;
  const given = { environment, place, forbidden, opened, isSettled: opened !== undefined || listed === null };
  const kind = environment === "production" ? "production" : "primary";
  const title = noun === "secret" ? "Secrets" : "Connections";
  const createOne = (
    <Button kind={kind} icon={Plus} disabledReason={forbidden} onClick={create}>
      New {noun}
    </Button>
  );
  return (
    <Page
      title={title}
      description={`${description} Each environment has its own. You are viewing ${place}.`}
      actions={createOne}
    >
      {props.above?.(given)}
      <div className="mb-3">
        <SearchBox
          label={`Search ${noun}s`}
          placeholder={`Search by ${searched}`}
          value={typed}
          onChange={(text) => onSearch({ q: text === "" ? undefined : text }, true)}
        />
      </div>
      <List
        label={`${title} of ${place}`}
        columns={columns}
        pages={pages}
        sort={sort}
        onSort={(next) => onSearch({ sort: next }, false)}
        rowKey={idOf}
        onOpen={(row) => onOpen(idOf(row))}
        openKey={openedId}
        empty={
          <NoCredentials
            {...{ noun, icon, about, searched, place, q }}
            create={createOne}
            onClear={() => onSearch({ q: undefined }, false)}
          />
        }
      />
      <Suspense>{props.children(given)}</Suspense>
    </Page>
  );
}
