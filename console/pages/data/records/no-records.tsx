import { Database } from "lucide-react";
import type { ReactNode } from "react";
import { useOperation } from "../../../api/use-operation.ts";
import { TenantButtons } from "../../../components/filter/tenant-buttons.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { EmptyState, SkeletonRows } from "../../../components/states.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import type { RecordsAsked } from "./use-records.ts";

const mostShown = 12;

interface NoRecordsProps extends Pick<RecordsAsked, "collectionId" | "environment" | "tenantId"> {
  onTenant: (tenantId: string) => void;
  create: ReactNode;
}

/** Says whether other tenants have records where this one has none, and names them. */
export function NoRecords({ collectionId, environment, tenantId, onTenant, create }: NoRecordsProps) {
  const other = environment === "development" ? "production" : "development";
  const params = { collectionId };
  const here = useOperation("listRecordTenants", { params, query: { environment, limit: mostShown } });
  const there = useOperation("listRecordTenants", { params, query: { environment: other, limit: 1 } });
  if (here.isPending || there.isPending) return <SkeletonRows rows={2} />;
  const failed = here.error ? here : there;
  if (failed.error) return <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />;
  const tenants = (here.data?.items ?? []).filter((one) => one.tenantId !== tenantId);
  if (tenants.length > 0) {
    return (
      <EmptyState icon={Database} title="This tenant has no records" action={create}>
        <span className="block">
          <code className="font-mono">{tenantId}</code> has none in {environmentNames[environment]}. These tenants have
          some:
        </span>
        <TenantButtons
          tenants={tenants.map((one) => one.tenantId)}
          hasMore={here.data?.nextCursor !== null}
          onTenant={onTenant}
        />
      </EmptyState>
    );
  }
  return (there.data?.items.length ?? 0) > 0 ? (
    <EmptyState icon={Database} title={`No records in ${environmentNames[environment]}`} action={create}>
      There are records in {environmentNames[other]}. Choose it in the header.
    </EmptyState>
  ) : (
    <EmptyState icon={Database} title="No records yet" action={create}>
      The collection has no records of any tenant. Records are shown for one tenant and one environment at a time.
    </EmptyState>
  );
}
