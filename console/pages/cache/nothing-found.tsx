import type { Environment } from "@ferrule/contract/states.ts";
import { Zap } from "lucide-react";
import { useOperation } from "../../api/use-operation.ts";
import { TenantButtons } from "../../components/filter/tenant-buttons.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { EmptyState, NoMatches, SkeletonRows } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";

const mostShown = 12;

interface NoEntriesProps {
  environment: Environment;
  tenantId: string;
  onTenant: (tenantId: string) => void;
}

/** Says whether other tenants have cache entries where this one has none, and names them. */
function NoEntries({ environment, tenantId, onTenant }: NoEntriesProps) {
  const query = { environment, limit: mostShown };
  const { data, isPending, error, refetch } = useOperation("listCacheTenants", { query });
  if (isPending) return <SkeletonRows rows={2} />;
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  const tenants = data.items.map((one) => one.tenantId).filter((one) => one !== tenantId);
  const place = environmentNames[environment];
  const tenant = <code className="font-mono">{tenantId}</code>;
  return tenants.length > 0 ? (
    <EmptyState icon={Zap} title="This tenant has no cache entries">
      <span className="block">
        {tenant} has none in {place}, or all have expired. These tenants have some:
      </span>
      <TenantButtons tenants={tenants} hasMore={data.nextCursor !== null} onTenant={onTenant} />
    </EmptyState>
  ) : (
    <EmptyState icon={Zap} title="No cache entries">
      Functions of the tenant {tenant} have cached nothing in {place}, or every entry has expired. A Function with the
      cache permission stores values with <code className="font-mono">ctx.cache.set</code>.
    </EmptyState>
  );
}

interface NothingFoundProps extends NoEntriesProps {
  /** What the keys had to start with. */
  prefix: string;
  onClear: () => void;
}

/** The list of cache entries while it is empty. */
export const NothingFound = ({ prefix, onClear, ...place }: NothingFoundProps) =>
  prefix === "" ? (
    <NoEntries {...place} />
  ) : (
    <NoMatches title="No keys match" clear="Clear prefix" onClear={onClear}>
      Nothing of the tenant <code className="font-mono">{place.tenantId}</code> in {environmentNames[place.environment]}{" "}
      has a key that starts with “{prefix}”.
    </NoMatches>
  );
