import { classNames } from "../class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger" | "production";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover",
  danger: "bg-bad text-on-bad hover:brightness-110",
  production: "bg-production text-on-production hover:brightness-110",
};

/** A button's classes, for the few other elements that look like one. */
export const buttonClass = (kind: ButtonKind, size: "sm" | "md" = "md", iconOnly = false): string =>
  classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-[background-color,color,border-color,filter]",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:hover:brightness-100",
    size === "sm" ? "h-7 text-xs" : "h-8 text-sm",
    "pointer-coarse:finger",
    iconOnly ? (size === "sm" ? "w-7" : "w-8") : size === "sm" ? "px-2" : "px-3",
    kinds[kind],
  );
