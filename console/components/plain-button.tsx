import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { buttonClass, type ButtonKind } from "./button-class.ts";
import { classNames } from "./class-names.ts";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
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

/**
 * A button without the tooltip that shows the reason: for the sign-in page, which loads no popups. A screen reader hears
 * the reason as its description, for a tooltip is out of its reach.
 */
export function PlainButton({
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
  const hasReason = disabledReason !== null && disabledReason !== undefined && disabledReason !== "";
  const disabled = busy || hasReason;
  return (
    <button
      {...rest}
      type={disabled && type === "submit" ? "button" : type}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      aria-description={hasReason ? disabledReason : undefined}
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
}
