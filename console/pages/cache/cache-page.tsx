import { useNavigate, useSearch } from "@tanstack/react-router";
import { RotateCw, Search, Zap } from "lucide-react";
import { Suspense, useEffect } from "react";
import { lazyPart } from "../../components/lazy-part.ts";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { bytes } from "../../components/format.ts";
import { FunctionName } from "../../components/function-name.tsx";
import { List } from "../../components/table/list.tsx";
import { Page } from "../../components/page.tsx";
import { defaultTenant, PlaceBar } from "../../components/filter/place-bar.tsx";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { TextFilter } from "../../components/filter/text-filter.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../shell/environment.ts";
import { environmentNames } from "../../shell/environment-names.ts";

const CacheEntryDrawer = lazyPart(async () => ({
  default: (await import("./cache-entry-drawer.tsx")).CacheEntryDrawer,
}));

type Row = ItemOf<"listCacheEntries">;

const columns: readonly Column<Row>[] = [
  {
    id: "key",
    header: "Key",
    cell: ({ key }) => (
      <code className="font-mono text-xs" title={key}>
        {key}
      </code>
    ),
  },
  {
    id: "function",
    header: "Written by",
    width: "14rem",
    from: "md",
    cell: ({ functionId }) => <FunctionName id={functionId} />,
  },
  { id: "size", header: "Size", align: "end", width: "6rem", from: "sm", cell: ({ sizeBytes }) => bytes(sizeBytes) },
  {
    id: "expires",
    header: "Expires",
    align: "end",
    width: "7rem",
    cell: ({ expiresAt }) => <Time at={expiresAt} plain />,
  },
];

const prefixProblem = (value: string) =>
  /\p{Cc}/u.test(value)
    ? "must hold no control characters"
    : new TextEncoder().encode(value).length > 256
      ? "must be at most 256 bytes"
      : undefined;

/** The cache of Functions, one environment and tenant at a time. */
export function CachePage() {
  const environment = useEnvironment();
  const { tenant: tenantId = defaultTenant, prefix = "", key } = useSearch({ from: "/cache" });
  const navigate = useNavigate({ from: "/cache" });
  const pages = usePages("listCacheEntries", { query: { environment, tenantId, prefix, limit: 100 } });
  const { items, hasMore, more, isFetching, error } = pages;
  // The server may return an empty page before the last one.
  const isLooking = items?.length === 0 && hasMore && error === null;
  useEffect(() => {
    if (isLooking && !isFetching) more();
  }, [isLooking, isFetching, more]);
  const show = (shown: string | undefined) => void navigate({ search: (now) => ({ ...now, key: shown }) });
  return (
    <Page title="Cache" description="Values that Functions cache. They stay hidden until you reveal one.">
      <PlaceBar
        environment={environment}
        tenantId={tenantId}
        onTenant={(typed) =>
          void navigate({
            search: (now) => ({ ...now, tenant: typed === defaultTenant ? undefined : typed, key: undefined }),
          })
        }
      >
        <TextFilter
          label="Key prefix"
          mono
          value={prefix}
          placeholder="orders:"
          problemOf={prefixProblem}
          onChange={(typed) =>
            void navigate({ search: (now) => ({ ...now, prefix: typed === "" ? undefined : typed }), replace: true })
          }
        />
        <Button size="sm" icon={RotateCw} busy={isFetching} onClick={pages.refetch} className="ml-auto">
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
          rowKey={(row) => row.key}
          onOpen={(row) => show(row.key)}
          openKey={key}
          empty={
            prefix === "" ? (
              <EmptyState icon={Zap} title="No cache entries">
                Functions of the tenant <code className="font-mono">{tenantId}</code> have cached nothing in{" "}
                {environmentNames[environment]}, or every entry has expired. A Function with the cache permission stores
                values with <code className="font-mono">ctx.cache.set</code>.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Search}
                title="No keys match"
                action={
                  <Button onClick={() => void navigate({ search: (now) => ({ ...now, prefix: undefined }) })}>
                    Clear prefix
                  </Button>
                }
              >
                Nothing of the tenant <code className="font-mono">{tenantId}</code> in {environmentNames[environment]}{" "}
                has a key that starts with “{prefix}”.
              </EmptyState>
            )
          }
        />
      )}
      <Suspense>
        {key !== undefined && (
          <CacheEntryDrawer
            key={`${environment} ${tenantId} ${key}`}
            place={{ environment, tenantId }}
            entryKey={key}
            entry={items?.find((row) => row.key === key)}
            onClose={() => show(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}
