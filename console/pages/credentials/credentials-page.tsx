import type { Environment } from "@ferrule/contract/states.ts";
import type { LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useListed } from "../../api/use-listed.ts";
import { usePages, type InputOf, type ItemOf } from "../../api/use-operation.ts";
import { Page } from "../../components/page.tsx";
import type { Column } from "../../components/table/table-column.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { SearchedList } from "../../shell/page/searched-list.tsx";
import { useCreateButton } from "../../shell/page/use-create-button.tsx";

type List = "listSecrets" | "listConnections";

interface ViewState {
  q?: string | undefined;
  sort?: string | undefined;
  /** The dialog for a new one is open. */
  create?: true | undefined;
}

/** A dialog about one of them. */
type About<L extends List> = ComponentType<{ item: ItemOf<L>; onClose: () => void }>;

interface CredentialsPageProps<L extends List, Ask extends string> {
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
  /** What can be done to many of them at once. */
  Bulk: ComponentType<BulkProps<ItemOf<L>>>;
  /** What the URL says: the id of the opened one, and the dialog that is open about it. */
  opened: { id: string | undefined; ask: Ask | "delete" | undefined };
  onOpen: (id: string | undefined, ask?: Ask | "delete") => void;
  search: ViewState;
  onSearch: (change: ViewState, replace?: boolean) => void;
  above?: ReactNode;
  /** The dialog for a new one. */
  create: (environment: Environment) => ReactNode;
  Drawer: ComponentType<{ item: ItemOf<L> | undefined; onClose: () => void; onAsk: (ask: Ask | "delete") => void }>;
  /** The dialog beside the one that deletes. */
  Change: About<L>;
  Delete: ComponentType<{ item: ItemOf<L>; onClose: () => void; onDeleted: () => void }>;
  /** Deletes one that nothing uses, without a question. Returns whether nothing uses it. */
  deleteUnused: (item: ItemOf<L>) => boolean;
}

interface OverProps<L extends List, Ask extends string> extends Pick<
  CredentialsPageProps<L, Ask>,
  "opened" | "onOpen" | "Drawer" | "Change" | "Delete" | "deleteUnused"
> {
  /** Wherever in the list it is; null when it is in no environment, undefined until that is known. */
  item: ItemOf<L> | null | undefined;
}

/** What is open over the page about one of them: its detail, or a dialog. */
function Over<L extends List, Ask extends string>({ item, opened, onOpen, ...parts }: OverProps<L, Ask>) {
  const { Drawer, Change, Delete, deleteUnused } = parts;
  const { id, ask } = opened;
  if (id === undefined || item === undefined) return null;
  const leave = () => onOpen(undefined);
  const open = (question: Ask | "delete") => {
    if (question === "delete" && item !== null && deleteUnused(item)) leave();
    else onOpen(id, question);
  };
  if (ask === undefined) return <Drawer item={item ?? undefined} onClose={leave} onAsk={open} />;
  if (item === null) return null;
  const back = () => onOpen(id);
  if (ask === "delete") return <Delete item={item} onClose={back} onDeleted={leave} />;
  return <Change item={item} onClose={back} />;
}

/**
 * Secrets or connections, one environment at a time: Functions use them by name, and nobody can view their values
 * again.
 */
export function CredentialsPage<L extends List, Ask extends string>(props: CredentialsPageProps<L, Ask>) {
  const { list, noun, searched, opened, onOpen, search, onSearch } = props;
  const { q: typed = "", sort = "name" } = search;
  const environment = useEnvironment();
  const place = environmentNames[environment];
  const q = useSettled(typed);
  const pages = usePages(list, { query: { environment, limit: 100, sort, q: q || undefined } } as InputOf<L>);
  const items = pages.items as (ItemOf<L> & { id: string })[] | undefined;
  const listed = useListed(list, opened.id ?? null);
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
      <SearchedList
        things={`${noun}s`}
        label={`${title} of ${place}`}
        searched={searched}
        state={{ search, q, set: onSearch }}
        columns={props.columns}
        Bulk={props.Bulk as ComponentType<BulkProps<ItemOf<L> & { id: string }>>}
        pages={{ ...pages, items }}
        sort={sort}
        onOpen={(row) => onOpen(row.id)}
        openKey={opened.id}
        icon={props.icon}
        where={` in ${place}`}
        create={create}
      >
        {props.about}
      </SearchedList>
      {search.create === true && props.create(environment)}
      <Over {...props} item={items?.find(({ id }) => id === opened.id) ?? listed} />
    </Page>
  );
}
