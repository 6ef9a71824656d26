import type { ReactNode } from "react";

/** A titled group of samples. */
export const Samples = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-3">
    <h3 className="border-b border-line pb-1 text-sm font-semibold">{title}</h3>
    {children}
  </div>
);

/** Samples side by side. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-wrap items-center gap-2.5">{children}</div>
);
