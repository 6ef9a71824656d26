import type { Environment } from "@ferrule/contract/states.ts";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useListed } from "../../api/use-listed.ts";
import { usePages, type InputOf, type ItemOf } from "../../api/use-operation.ts";
import { ListBar } from "../../components/filter/list-bar.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, NoMatches } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";

const idOf = (row: unknown) => (row as { id: string }).id;

interface ViewState {
  q?: string | undefined;
  sort?: string | undefined;
  /** The dialog for a new one is open. */
  create?: true | undefined;
}

interface Given<Row> {
  environment: Environment;
  /** The opened row, wherever in the list it is. */
  opened: Row | undefined;
  /** The opened row is loaded, or is known to be in no environment, so its detail can be shown. */
  isSettled: boolean;
}

interface CredentialsPageProps<L extends "listSecrets" | "listConnections"> {
  list: L;
  noun: "secret" | "connection";
  icon: LucideIcon;
  /** One sentence about them; the page shows the chosen environment. */
  description: string;
  /** The searched fields: `name or address`. */
  searched: string;
  /** How Functions use them, for an environment without any. */
  about: ReactNode;
  columns: readonly Column<ItemOf<L>>[];
  /** The id of the opened one. */
  openedId: string | undefined;
  search: ViewState;
  onSearch: (change: ViewState, replace?: boolean) => void;
  onOpen: (id: string) => void;
  above?: ReactNode;
  /** What opens over the page. */
  children: (given: Given<ItemOf<L>>) => ReactNode;
}

/**
 * Secrets or connections, one environment at a time: Functions use them by name, and nobody can view their values
 * again.
 */
export function CredentialsPage<L extends "listSecrets" | "listConnections">(props: CredentialsPageProps<L>) {
  const { list, noun, searched, openedId, search, onSearch, onOpen } = props;
  const { q: typed = "", sort = "name" } = search;
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const q = useSettled(typed);
  const pages = usePages(list, { query: { environment, limit: 100, sort, q: q || undefined } } as InputOf<L>);
  const listed = useListed(list, openedId ?? null);
  const opened = pages.items?.find((row) => idOf(row) === openedId) ?? listed ?? undefined;
  const title = noun === "secret" ? "Secrets" : "Connections";
  const create = useCreateButton(
    noun === "secret" ? "createSecret" : "createConnection",
    `New ${noun}`,
    () => onSearch({ create: true }),
    environment,
  );
  return (
    <Page
      title={title}
      description={`${props.description} Each environment has its own. You are viewing ${place}.`}
      actions={create}
    >
      {props.above}
      <ListBar label={`Search ${noun}s`} placeholder={`Search by ${searched}`} typed={typed} onChange={onSearch} />
      <List
        label={`${title} of ${place}`}
        columns={props.columns}
        pages={pages}
        sort={sort}
        onSort={(next) => onSearch({ sort: next })}
        rowKey={idOf}
        onOpen={(row) => onOpen(idOf(row))}
        openKey={openedId}
        empty={
          q === "" ? (
            <EmptyState icon={props.icon} title={`No ${noun}s in ${place}`} action={create}>
              {props.about}
            </EmptyState>
          ) : (
            <NoMatches title={`No ${noun}s match`} onClear={() => onSearch({ q: undefined })}>
              No {searched} in {place} has “{q}”.
            </NoMatches>
          )
        }
      />
      {props.children({ environment, opened, isSettled: opened !== undefined || listed === null })}
    </Page>
  );
}
