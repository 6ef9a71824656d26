import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface SectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

/** A titled part of a drawer or a panel. */
export const Section = ({ title, className, children }: SectionProps) => (
  <section aria-label={title} className={classNames("grid gap-2", className)}>
    <h3 className="text-sm font-semibold">{title}</h3>
    {children}
  </section>
);
