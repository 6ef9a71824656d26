import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "./class-names.ts";
import { Tooltip } from "./tooltip.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger" | "production";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-hover",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-hover",
  quiet: "text-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover",
  danger: "bg-bad text-on-bad hover:brightness-110",
  production: "bg-production text-on-production hover:brightness-110",
};

/** What a button looks like, for the few things that are one without being a `Button`. */
export const buttonClass = (kind: ButtonKind, size: "sm" | "md" = "md", iconOnly = false): string =>
  classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-[background-color,color,border-color,filter]",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:hover:brightness-100",
    size === "sm" ? "h-7 text-xs" : "h-8 text-sm",
    iconOnly ? (size === "sm" ? "w-7" : "w-8") : size === "sm" ? "px-2" : "px-3",
    kinds[kind],
  );

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  kind?: ButtonKind;
  size?: "sm" | "md";
  icon?: LucideIcon;
  /** Waits for the server: shown, and pressed again in vain. */
  busy?: boolean;
  /** Why it cannot be pressed; it stays in the tab order and tells. */
  disabledReason?: string | null | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. What the role or the state forbids is shown, disabled, with its reason. */
export function Button({
  kind = "secondary",
  size = "md",
  icon: Icon,
  busy = false,
  disabledReason,
  children,
  className,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const disabled = busy || (disabledReason !== null && disabledReason !== undefined);
  const button = (
    <button
      {...rest}
      type={disabled && type === "submit" ? "button" : type}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(kind, size, children === undefined), className)}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <LoaderCircle aria-hidden size={14} className="working" />
      ) : (
        Icon && <Icon aria-hidden size={15} strokeWidth={1.9} />
      )}
      {children}
    </button>
  );
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon"> & { icon: LucideIcon; label: string };

/** A button with an icon alone; `label` is its name, and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  disabledReason,
  busy = false,
  kind = "quiet",
  size = "md",
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={disabledReason ?? label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        aria-disabled={Boolean(disabledReason) || busy || undefined}
        className={classNames(buttonClass(kind, size, true), className)}
        onClick={(event) => {
          if (!disabledReason && !busy) onClick?.(event);
        }}
      >
        {busy ? (
          <LoaderCircle aria-hidden size={14} className="working" />
        ) : (
          <Icon aria-hidden size={15} strokeWidth={1.9} />
        )}
      </button>
    </Tooltip>
  );
}
