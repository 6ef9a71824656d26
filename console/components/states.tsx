import { Search, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button/button.tsx";
import { classNames } from "./class-names.ts";

interface EmptyStateProps {
  icon?: LucideIcon;
  /** Names what is missing: `No secrets yet`. */
  title: string;
  /** Its purpose, or why the filters matched nothing. */
  children?: ReactNode;
  /** The one next action. */
  action?: ReactNode;
}

/** Shown when a list is empty. Use it only after the server's response, never during the request. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      {Icon && (
        <span className="mb-2 grid size-10 place-items-center rounded-lg border border-line bg-surface text-muted">
          <Icon aria-hidden size={19} strokeWidth={1.7} />
        </span>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="w-full max-w-md text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

interface NoMatchesProps {
  icon?: LucideIcon;
  /** `No secrets match`. */
  title: string;
  /** The button's text. */
  clear?: string;
  onClear: () => void;
  /** What was searched for. */
  children?: ReactNode;
}

/** Shown when a list has items, but none that match its search and filters. */
export const NoMatches = ({ icon = Search, title, clear = "Clear search", onClear, children }: NoMatchesProps) => (
  <EmptyState icon={icon} title={title} action={<Button onClick={onClear}>{clear}</Button>}>
    {children}
  </EmptyState>
);

/** Has the size of content that is loading, so that nothing moves when it arrives. */
export const Skeleton = ({ className }: { className: string }) => (
  <div aria-hidden className={classNames("skeleton-pulse rounded-md bg-hover", className)} />
);

/** Placeholder rows of a list that is loading. */
export const SkeletonRows = ({ rows = 8, height = "h-10 pointer-coarse:h-11" }: { rows?: number; height?: string }) => (
  <div role="status" aria-label="Loading" className="overflow-hidden rounded-lg border border-line bg-surface">
    {Array.from({ length: rows }, (_, index) => (
      <div
        key={index}
        className={classNames("flex items-center gap-4 border-b border-line px-4 last:border-b-0", height)}
      >
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="h-3 w-1/6" />
        <Skeleton className="ml-auto h-3 w-20" />
      </div>
    ))}
  </div>
);
