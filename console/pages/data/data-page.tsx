import { useNavigate, useSearch } from "@tanstack/react-router";
import { Database, Plus } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useListed } from "../../api/use-listed.ts";
import { usePages } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { CollectionList } from "./collection-list.tsx";
import type { DataSearch, DataTab } from "./search.ts";

const RecordsTab = lazyPart(async () => ({ default: (await import("./records-tab.tsx")).RecordsTab }));
const SchemaTab = lazyPart(async () => ({ default: (await import("./schema-tab.tsx")).SchemaTab }));
const AccessTab = lazyPart(async () => ({ default: (await import("./access-tab.tsx")).AccessTab }));
const NewCollection = lazyPart(async () => ({ default: (await import("./new-collection.tsx")).NewCollection }));

/** Collections of records: their contents, their schemas, and who may use them. */
export function DataPage() {
  const { collection, tab = "records", q: typed = "", ask } = useSearch({ from: "/data" });
  const q = useSettled(typed);
  const navigate = useNavigate({ from: "/data" });
  const pages = usePages("listDataCollections", { query: { limit: 100, ...(q === "" ? {} : { q }) } });
  const { items, error } = pages;
  const listed = useListed("listDataCollections", collection ?? null);
  const forbidden = useDisabledReason("createDataCollection");
  const set = (change: DataSearch) => void navigate({ search: (now) => ({ ...now, ...change }) });
  const choose = (id: string) =>
    set({ collection: id, where: undefined, order: undefined, record: undefined, ask: undefined });
  const shown = items?.find(({ id }) => id === collection) ?? listed ?? (q === "" ? items?.[0] : undefined);
  const create = (
    <Button icon={Plus} disabledReason={forbidden} onClick={() => set({ ask: "collection" })}>
      New collection
    </Button>
  );
  return (
    <Page
      title="Data"
      description="Records that Functions store, by environment and tenant. Each collection checks them against its schema."
      actions={create}
      width="full"
    >
      {error && !items && <ErrorNote error={error} onRetry={pages.refetch} />}
      {!items && !error && <SkeletonRows />}
      {items && !shown && q === "" && (
        <EmptyState icon={Database} title="No collections yet" action={create}>
          A collection has a schema and keeps the records of each environment and tenant separate. A Function that
          declares it reads and writes them with <code className="font-mono">ctx.collection</code>.
        </EmptyState>
      )}
      {items && (shown ?? q !== "") && (
        <div className="grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <CollectionList
            pages={pages}
            q={typed}
            onSearch={(text) => set({ q: text === "" ? undefined : text })}
            shownId={shown?.id ?? null}
            onChoose={choose}
          />
          {shown && (
            <div className="min-w-0" key={shown.id}>
              {shown.description !== "" && <p className="mb-2 text-sm text-muted">{shown.description}</p>}
              <Tabs<DataTab>
                label={`Parts of ${shown.name}`}
                value={tab}
                onChange={(next) => set({ tab: next === "records" ? undefined : next })}
                tabs={[
                  {
                    value: "records",
                    label: "Records",
                    content: (
                      <Suspense fallback={<SkeletonRows />}>
                        <RecordsTab collection={shown} />
                      </Suspense>
                    ),
                  },
                  {
                    value: "schema",
                    label: "Schema",
                    count: shown.versions.length,
                    content: (
                      <Suspense fallback={<SkeletonRows />}>
                        <SchemaTab collection={shown} />
                      </Suspense>
                    ),
                  },
                  {
                    value: "access",
                    label: "Access and settings",
                    count: shown.grants.length,
                    content: (
                      <Suspense fallback={<SkeletonRows />}>
                        <AccessTab
                          collection={shown}
                          onDeleted={() =>
                            set({ collection: undefined, tab: undefined, where: undefined, record: undefined })
                          }
                        />
                      </Suspense>
                    ),
                  },
                ]}
              />
            </div>
          )}
        </div>
      )}
      <Suspense>
        {ask === "collection" && <NewCollection onClose={() => set({ ask: undefined })} onCreated={choose} />}
      </Suspense>
    </Page>
  );
}
