import type { ReactNode } from "react";
import type { ArgumentRow } from "./argument-rows.ts";

interface ArgumentListProps {
  rows: readonly ArgumentRow[];
  /** Said where there are none. */
  none: string;
  /** Said behind the type: whether it is required, and where it goes. */
  noteOf: (row: ArgumentRow) => string;
  /** Below the description. */
  children?: (row: ArgumentRow) => ReactNode;
}

/** Arguments with their types and descriptions, as a caller sees them. */
export const ArgumentList = ({ rows, none, noteOf, children }: ArgumentListProps) =>
  rows.length === 0 ? (
    <p className="text-sm text-muted">{none}</p>
  ) : (
    <dl className="grid gap-2">
      {rows.map((row) => (
        <div key={row.name} className="rounded-md bg-sunken px-2.5 py-1.5">
          <dt className="flex flex-wrap items-baseline gap-x-2 font-mono text-xs">
            <span className="font-semibold">{row.name}</span>
            <span className="break-all text-syntax-name">{row.type}</span>
            <span className="font-sans text-2xs text-muted empty:hidden">{noteOf(row)}</span>
          </dt>
          <dd className="text-xs text-muted">
            {row.description}
            {children?.(row)}
          </dd>
        </div>
      ))}
    </dl>
  );
