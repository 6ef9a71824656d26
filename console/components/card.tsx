import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface CardProps {
  title?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** Without padding, for a table or a list that reaches the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A self-contained part of a page. */
export function Card({ title, actions, flush = false, className, children }: CardProps) {
  return (
    <section className={classNames("min-w-0 rounded-lg border border-line bg-surface", className)}>
      {title !== undefined && (
        <header className="flex min-h-11 items-center gap-2 px-4 pt-1 max-sm:py-2">
          <h2 className="min-w-0 flex-1 text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className={flush ? "" : classNames("px-4 pb-4", title === undefined && "pt-4")}>{children}</div>
    </section>
  );
}

/**
 * Names and values of one thing, side by side. A fact that does not apply is false. Every line is as high as a link needs
 * to be to be hit.
 */
export function Facts({ items }: { items: readonly (readonly [string, ReactNode] | false)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] items-baseline gap-x-6 gap-y-1 text-sm leading-6">
      {items
        .filter((item) => item !== false)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere [&_.link]:inline-block [&_.link]:min-w-6 [&_.link]:leading-6">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
