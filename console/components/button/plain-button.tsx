import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { buttonClass, type ButtonKind } from "./button-class.ts";
import { classNames } from "../class-names.ts";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  kind?: ButtonKind;
  size?: "sm" | "md";
  icon?: LucideIcon;
  /** The action waits for the server. The button shows it and ignores further presses. */
  busy?: boolean;
  /** Why it cannot be pressed. It stays in the tab order, so that the reason can be read. */
  disabledReason?: string | null | undefined;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button without the tooltip that shows the reason: for the sign-in page, which loads no popups. Screen readers get
 * the reason as the button's description.
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
