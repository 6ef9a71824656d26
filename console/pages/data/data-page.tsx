import { useNavigate, useSearch } from "@tanstack/react-router";
import { Database, Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { CollectionList } from "./collection-list.tsx";
import type { DataSearch, DataTab } from "./search.ts";

const RecordsTab = lazy(async () => ({ default: (await import("./records-tab.tsx")).RecordsTab }));
const SchemaTab = lazy(async () => ({ default: (await import("./schema-tab.tsx")).SchemaTab }));
const AccessTab = lazy(async () => ({ default: (await import("./access-tab.tsx")).AccessTab }));
const NewCollection = lazy(async () => ({ default: (await import("./new-collection.tsx")).NewCollection }));

/** Collections of records: what is in them, their schemas, who may use them. */
export function DataPage() {
  const { collection, tab = "records", ask } = useSearch({ from: "/data" });
  const navigate = useNavigate({ from: "/data" });
  const { data, error, refetch } = useOperation("listDataCollections", { query: { limit: 200 } });
  const forbidden = useDisabledReason("createDataCollection");
  const set = (change: DataSearch) => void navigate({ search: (now) => ({ ...now, ...change }) });
  const choose = (id: string) =>
    set({ collection: id, where: undefined, order: undefined, record: undefined, ask: undefined });
  const shown = data?.items.find(({ id }) => id === collection) ?? data?.items[0];
  const create = (
    <Button icon={Plus} disabledReason={forbidden} onClick={() => set({ ask: "collection" })}>
      New collection
    </Button>
  );
  return (
    <Page
      title="Data"
      description="Records that Functions keep, by environment and tenant; each collection holds them to its schema."
      actions={create}
      width="full"
    >
      {error && !data && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && !shown && (
        <EmptyState icon={Database} title="No collections yet" action={create}>
          A collection has a schema, and keeps records apart by environment and tenant. A Function that declares it
          reads and writes them with <code className="font-mono">ctx.collection</code>.
        </EmptyState>
      )}
      {data && shown && (
        <div className="grid gap-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <CollectionList collections={data.items} shownId={shown.id} onChoose={choose} />
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
        </div>
      )}
      <Suspense>
        {ask === "collection" && <NewCollection onClose={() => set({ ask: undefined })} onCreated={choose} />}
      </Suspense>
    </Page>
  );
}
