import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { buttonClass } from "../button/button-class.ts";
import { classNames } from "../class-names.ts";
import { firstFocus } from "./first-focus.ts";
import { useUnsavedGuard } from "./unsaved.tsx";

interface DialogProps {
  open: boolean;
  /**
   * Leave it out if the user must choose one of the buttons: then neither Esc nor a click outside closes the dialog.
   */
  onClose?: () => void;
  /** Closes without asking, even if something was typed: for a question. */
  asksNothing?: boolean;
  title: string;
  description?: ReactNode;
  /** `sm` for a question, `md` for a form, `lg` for a comparison. */
  size?: "sm" | "md" | "lg";
  children?: ReactNode;
  /** The buttons; the one that acts comes last. */
  footer?: ReactNode;
}

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-5xl" };

/**
 * A question or a form over the page. Its first field gets the focus. Esc and a click outside close it, and the focus
 * returns to where it was. If something was typed, they ask first.
 */
export function Dialog({
  open,
  onClose,
  asksNothing = false,
  title,
  description,
  size = "md",
  children,
  footer,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const guard = useUnsavedGuard(onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && (asksNothing ? onClose?.() : guard.close())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport
          data-prints
          className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4 max-sm:items-end max-sm:p-0"
        >
          <Base.Popup
            ref={popup}
            initialFocus={() => firstFocus(popup.current)}
            onInput={guard.onInput}
            className={classNames(
              "popup-motion flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-lg border border-line bg-raised shadow-raised outline-none max-sm:rounded-b-none",
              widths[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className="mt-0.5 text-sm text-muted" render={<div />}>
                    {description}
                  </Base.Description>
                )}
              </div>
              {onClose && (
                <Base.Close aria-label="Close" className={classNames(buttonClass("quiet", "sm", true), "-mr-1.5")}>
                  <X aria-hidden size={16} />
                </Base.Close>
              )}
            </header>
            {children !== undefined && (
              <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-4">{guard.hold(children)}</div>
            )}
            {footer !== undefined && (
              <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
