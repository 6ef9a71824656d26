import type { Environment } from "@ferrule/contract/states.ts";
import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { EnvironmentBadge } from "../badge.tsx";
import { Button } from "../button/button.tsx";
import type { PickSource } from "../choose/pick-source.ts";
import { Picker } from "../choose/picker.tsx";
import { TextFilter } from "./text-filter.tsx";

/** The tenant of calls whose key or token names none. */
export const defaultTenant = "default";

const tenantProblem = (value: string) =>
  value === "" || /^[A-Za-z0-9_.:@-]{1,128}$/.test(value) ? undefined : "must be 1 to 128 of A-Z a-z 0-9 _ . : @ -";

interface PlaceBarProps {
  environment: Environment;
  tenantId: string;
  onTenant: (tenantId: string) => void;
  /** The tenants to propose: those with something on the page. */
  tenants: PickSource;
  /** What these have, for a screen reader: `records`. */
  things: string;
  /** More filters and buttons. */
  children?: ReactNode;
}

/** Chooses the environment and the tenant whose data the page shows. Both stay visible while it scrolls. */
export const PlaceBar = ({ environment, tenantId, onTenant, tenants, things, children }: PlaceBarProps) => (
  <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-3 py-2">
    <EnvironmentBadge environment={environment} />
    <span className="flex items-start gap-x-2 max-sm:w-full">
      <TextFilter
        label="Tenant"
        mono
        width="w-44"
        value={tenantId}
        problemOf={tenantProblem}
        onChange={(typed) => onTenant(typed === "" ? defaultTenant : typed)}
      />
      <Picker
        source={tenants}
        value={tenantId}
        onChange={onTenant}
        aria-label={`Tenants with ${things}`}
        placeholder="Search tenants"
        trigger={<Button size="sm" kind="quiet" icon={ChevronsUpDown} aria-label={`Who has ${things}`} />}
      />
    </span>
    {children}
  </div>
);
