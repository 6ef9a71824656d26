import type { Environment } from "@ferrule/contract/states.ts";
import { ChevronsUpDown } from "lucide-react";
import { useOperation } from "../../../api/use-operation.ts";
import { Button } from "../../../components/button/button.tsx";
import { Menu } from "../../../components/overlay/menu.tsx";

/** A menu shows this many; whoever has more types the name. */
const most = 100;

interface TenantMenuProps {
  collectionId: string;
  environment: Environment;
  tenantId: string;
  onTenant: (tenantId: string) => void;
}

/** The tenants that have records of the collection in the environment, to choose from. */
export function TenantMenu({ collectionId, environment, tenantId, onTenant }: TenantMenuProps) {
  const { data } = useOperation("listRecordTenants", { params: { collectionId }, query: { environment, limit: most } });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={<Button size="sm" kind="quiet" icon={ChevronsUpDown} aria-label="Who has records" />}
      groups={[
        {
          title: data.nextCursor === null ? "With records" : `With records, the first ${most}`,
          entries: data.items.map((one) => ({
            label: one.tenantId,
            checked: one.tenantId === tenantId,
            onSelect: () => onTenant(one.tenantId),
          })),
        },
      ]}
    />
  );
}
