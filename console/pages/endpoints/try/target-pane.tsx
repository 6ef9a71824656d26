import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { TargetName } from "../../../components/show/target-name.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { useEndpointSearch } from "../use-endpoint-search.ts";

interface TargetPaneProps {
  label: "Tools, resources and prompts" | "Routes";
  icon: LucideIcon;
  /** Why there is none to choose. */
  none: string;
  /** Undefined while they load. */
  names: readonly string[] | undefined;
  chosen: string | undefined;
  /** Calls the chosen target. */
  children: ReactNode;
}

/** Chooses the target to call, beside the call: a column, or on narrow screens a row that scrolls. */
export function TargetPane({ label, icon, none, names, chosen, children }: TargetPaneProps) {
  const [, change] = useEndpointSearch();
  if (names === undefined) return <Skeleton className="m-4 h-64" />;
  if (names.length === 0) {
    return (
      <div className="p-4">
        <EmptyState icon={icon} title={label === "Routes" ? "No routes" : "Nothing offered"}>
          {none}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 border-t border-line md:grid-cols-[16rem_minmax(0,1fr)]">
      <div
        role="group"
        aria-label={label}
        className="flex max-h-128 gap-1 overflow-auto p-2 max-md:border-b max-md:border-line md:flex-col"
      >
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            className="pointer-coarse:finger min-h-8 shrink-0 rounded-md px-2.5 text-left font-mono text-xs break-all text-muted hover:bg-hover hover:text-ink aria-pressed:bg-selected aria-pressed:text-ink max-md:max-w-56 max-md:truncate"
            onClick={() => change({ target: name }, { replace: true })}
          >
            <TargetName target={name} />
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}
