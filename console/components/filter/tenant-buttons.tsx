import { Button } from "../button/button.tsx";

interface TenantButtonsProps {
  tenants: readonly string[];
  /** There are others. */
  hasMore: boolean;
  onTenant: (tenantId: string) => void;
}

/** A few tenants to choose from, in an empty state. */
export const TenantButtons = ({ tenants, hasMore, onTenant }: TenantButtonsProps) => (
  <span className="mt-2 flex flex-wrap justify-center gap-1.5">
    {tenants.map((tenantId) => (
      <Button key={tenantId} size="sm" className="max-w-full" onClick={() => onTenant(tenantId)}>
        <span className="truncate">{tenantId}</span>
      </Button>
    ))}
    {hasMore && <span className="self-center">and more</span>}
  </span>
);
