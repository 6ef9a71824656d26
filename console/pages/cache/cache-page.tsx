import type { Environment } from "@ferrule/contract/states.ts";
import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { cacheTenants } from "../../api/pick-sources.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { bytes } from "../../components/format.ts";
import { FunctionName } from "../../components/show/function-name.tsx";
import { Mono } from "../../components/mono.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { defaultTenant, PlaceBar } from "../../components/filter/place-bar.tsx";
import { SkeletonRows } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { TextFilter } from "../../components/filter/text-filter.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { entryId } from "./entry-id.ts";
import { useListSearch } from "../../shell/page/use-list-search.ts";
import { NothingFound } from "./nothing-found.tsx";

const CacheBulk = lazyPart(() => import("./cache-bulk.tsx"), "CacheBulk");
const CacheEntryDrawer = lazyPart(() => import("./cache-entry-drawer.tsx"), "CacheEntryDrawer");

type Row = ItemOf<"listCacheEntries">;

const columns: readonly Column<Row>[] = [
  {
    id: "key",
    header: "Key",
    cell: ({ key }) => <Mono title={key}>{key}</Mono>,
  },
  {
    id: "function",
    header: "Written by",
    width: "14rem",
    from: "md",
    cell: ({ functionId }) => <FunctionName id={functionId} />,
  },
  { id: "size", header: "Size", align: "end", width: "6rem", from: "sm", cell: ({ sizeBytes }) => bytes(sizeBytes) },
  timeColumn("expiresAt", "Expires", { width: "7rem" }),
];

const prefixProblem = (value: string) =>
  /\p{Cc}/u.test(value)
    ? "must hold no control characters"
    : new TextEncoder().encode(value).length > 256
      ? "must be at most 256 bytes"
      : undefined;

/** A page of entries. The server may return an empty page before the last one, so we then read the next one at once. */
function useEntries(query: { environment: Environment; tenantId: string; prefix: string }) {
  const pages = usePages("listCacheEntries", { query: { ...query, limit: 100 } }, { idOf: entryId });
  const { items, hasMore, more, isFetching, error } = pages;
  const isLooking = items?.length === 0 && hasMore && error === null;
  useEffect(() => {
    if (isLooking && !isFetching) more();
  }, [isLooking, isFetching, more]);
  return { pages, isLooking };
}

/** The cache of Functions, one environment and tenant at a time. */
export function CachePage() {
  const environment = useEnvironment();
  const { search, set } = useListSearch("/cache");
  const { tenant: tenantId = defaultTenant, prefix = "", key } = search;
  const toTenant = (typed: string) => set({ tenant: typed === defaultTenant ? undefined : typed, key: undefined });
  const { pages, isLooking } = useEntries({ environment, tenantId, prefix });
  return (
    <Page title="Cache" description="Values that Functions cache. They stay hidden until you reveal one.">
      <PlaceBar
        environment={environment}
        tenantId={tenantId}
        onTenant={toTenant}
        tenants={cacheTenants(environment)}
        things="cache entries"
      >
        <TextFilter
          label="Key prefix"
          mono
          value={prefix}
          placeholder="orders:"
          problemOf={prefixProblem}
          onChange={(typed) => set({ prefix: typed || undefined }, true)}
        />
        <Button size="sm" icon={RotateCw} busy={pages.isFetching} onClick={pages.refetch} className="ml-auto">
          Refresh
        </Button>
      </PlaceBar>
      {isLooking ? (
        <SkeletonRows />
      ) : (
        <List
          label="Cache entries"
          columns={columns}
          pages={pages}
          rowKey={entryId}
          Bulk={CacheBulk}
          onOpen={(row) => set({ key: row.key })}
          openKey={key === undefined ? undefined : entryId({ environment, tenantId, key })}
          empty={
            <NothingFound
              {...{ environment, tenantId, prefix }}
              onTenant={toTenant}
              onClear={() => set({ prefix: undefined })}
            />
          }
        />
      )}
      {key !== undefined && (
        <CacheEntryDrawer
          key={`${environment} ${tenantId} ${key}`}
          place={{ environment, tenantId }}
          entryKey={key}
          entry={pages.items?.find((row) => row.key === key)}
          onClose={() => set({ key: undefined })}
        />
      )}
    </Page>
  );
}
