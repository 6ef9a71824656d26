import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface MonoProps {
  /** Shown on hover: the whole text, if it is cut off. */
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A name, an address or another text for machines, between texts for people. For several lines use `CodeBlock`. */
export const Mono = ({ title, className, children }: MonoProps) => (
  <code className={classNames("font-mono text-xs wrap-anywhere", className)} title={title}>
    {children}
  </code>
);
