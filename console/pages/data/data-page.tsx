import { useNavigate, useSearch } from "@tanstack/react-router";
import { Database, ListChecks, Plus } from "lucide-react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useListed } from "../../api/use-listed.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { LinkButton } from "../../components/button/link-button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { CollectionList } from "./collection/collection-list.tsx";
import type { DataSearch, DataTab } from "./search.ts";

const RecordsTab = lazyPart(() => import("./records/records-tab.tsx"), "RecordsTab", <SkeletonRows />);
const SchemaTab = lazyPart(() => import("./schema/schema-tab.tsx"), "SchemaTab", <SkeletonRows />);
const AccessTab = lazyPart(() => import("./collection/access-tab.tsx"), "AccessTab", <SkeletonRows />);
const CollectionsTable = lazyPart(
  () => import("./collection/collections-table.tsx"),
  "CollectionsTable",
  <SkeletonRows />,
);
const NewCollection = lazyPart(() => import("./collection/new-collection.tsx"), "NewCollection");

interface CollectionTabsProps {
  collection: ItemOf<"listDataCollections">;
  onDeleted: () => void;
}

/** One collection: its records, its schema, and who may use it. */
function CollectionTabs({ collection, onDeleted }: CollectionTabsProps) {
  const { tab = "records" } = useSearch({ from: "/data" });
  const navigate = useNavigate({ from: "/data" });
  return (
    <div className="min-w-0">
      {collection.description !== "" && <p className="mb-2 text-sm text-muted">{collection.description}</p>}
      <Tabs<DataTab>
        label={`Parts of ${collection.name}`}
        value={tab}
        onChange={(next) =>
          void navigate({ search: (now) => ({ ...now, tab: next === "records" ? undefined : next }) })
        }
        tabs={[
          { value: "records", label: "Records", content: <RecordsTab collection={collection} /> },
          {
            value: "schema",
            label: "Schema",
            count: collection.versions.length,
            content: <SchemaTab collection={collection} />,
          },
          {
            value: "access",
            label: "Access and settings",
            count: collection.grants.length,
            content: <AccessTab collection={collection} onDeleted={onDeleted} />,
          },
        ]}
      />
    </div>
  );
}

const aboutNone = (
  <>
    A collection has a schema and keeps the records of each environment and tenant separate. A Function that declares it
    reads and writes them with <code className="font-mono">ctx.collection</code>.
  </>
);

const allLink = (
  <LinkButton from="/data" to="/data" search={(now) => ({ ...now, all: true })} icon={ListChecks}>
    All collections
  </LinkButton>
);

/** Collections of records: their contents, their schemas, and who may use them. */
export function DataPage() {
  const { collection, q: typed = "", ask, all } = useSearch({ from: "/data" });
  const q = useSettled(typed);
  const navigate = useNavigate({ from: "/data" });
  const pages = usePages("listDataCollections", { query: { limit: 100, q: q || undefined } });
  const { items, error } = pages;
  const listed = useListed("listDataCollections", collection ?? null);
  const forbidden = useDisabledReason("createDataCollection");
  const set = (change: DataSearch) => void navigate({ search: (now) => ({ ...now, ...change }) });
  const choose = (id: string) =>
    set({ collection: id, all: undefined, where: undefined, order: undefined, record: undefined, ask: undefined });
  const shown = items?.find(({ id }) => id === collection) ?? listed ?? (q === "" ? items?.[0] : undefined);
  const listing = { pages, q: typed, onSearch: (text: string) => set({ q: text || undefined }), onChoose: choose };
  const create = (
    <Button icon={Plus} disabledReason={forbidden} onClick={() => set({ ask: "collection" })}>
      New collection
    </Button>
  );
  return (
    <Page
      title="Data"
      description="Records that Functions store, by environment and tenant. Each collection checks them against its schema."
      actions={
        <>
          {all !== true && (items?.length ?? 0) > 0 && allLink}
          {create}
        </>
      }
      width="full"
    >
      {items === undefined && (error ? <ErrorNote error={error} onRetry={pages.refetch} /> : <SkeletonRows />)}
      {items && !shown && q === "" && (
        <EmptyState icon={Database} title="No collections yet" action={create}>
          {aboutNone}
        </EmptyState>
      )}
      {items && all === true && (items.length > 0 || q !== "") && <CollectionsTable {...listing} />}
      {items && all !== true && (shown ?? q !== "") && (
        <div className="grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <CollectionList {...listing} shownId={shown?.id ?? null} />
          {shown && (
            <CollectionTabs
              key={shown.id}
              collection={shown}
              onDeleted={() => set({ collection: undefined, tab: undefined, where: undefined, record: undefined })}
            />
          )}
        </div>
      )}
      {ask === "collection" && <NewCollection onClose={() => set({ ask: undefined })} onCreated={choose} />}
    </Page>
  );
}
