import type { ItemOf } from "../../api/use-operation.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { deleting, useActs } from "../bulk/make-acts.ts";

type Row = ItemOf<"listCacheEntries">;

/** What can be done to the chosen entries of the cache. */
export function CacheBulk(props: BulkProps<Row>) {
  const environment = useEnvironment();
  return (
    <BulkBar
      {...props}
      noun={["cache entry", "cache entries"]}
      nameOf={({ key }) => key}
      acts={useActs<Row>(
        [
          deleting(
            "deleteCacheEntry",
            ({ key, tenantId, ...row }) => ({ query: { environment: row.environment, tenantId, key } }),
            {
              description: "The next call that reads one of them gets nothing and computes it again.",
              kind: environment === "production" ? "production" : "danger",
            },
          ),
        ],
        environment,
      )}
    />
  );
}
