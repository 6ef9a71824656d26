import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { buttonClass } from "../button/button-class.ts";
import { classNames } from "../class-names.ts";
import { useUnsavedGuard } from "./unsaved.tsx";

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title: buttons. */
  actions?: ReactNode;
  size?: "md" | "lg";
  children: ReactNode;
}

/**
 * The detail of a row, shown beside its list, which stays in place. Keep the id of the open one in the URL. Closing it
 * asks first if a form in it is not saved.
 */
export function Drawer({ open, onClose, title, actions, size = "md", children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  const guard = useUnsavedGuard(onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && guard.close()} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport data-prints className="fixed inset-0 z-30 flex items-stretch justify-end">
          <Base.Popup
            ref={popup}
            // The user opens a drawer to read it, so the drawer itself gets the focus, and not one of its fields or the
            // × button.
            initialFocus={popup}
            className={classNames(
              "drawer-motion flex h-full w-full flex-col border-l border-line bg-surface shadow-raised outline-none",
              size === "lg" ? "max-w-3xl" : "max-w-lg",
            )}
          >
            <header className="flex min-h-12 items-center gap-2 border-b border-line px-5 py-2">
              <Base.Title className="min-w-0 flex-1 truncate text-base font-semibold">{title}</Base.Title>
              {actions}
              <Base.Close aria-label="Close" className={classNames(buttonClass("quiet", "md", true), "-mr-2")}>
                <X aria-hidden size={16} />
              </Base.Close>
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto px-5 py-4" tabIndex={0}>
              {guard.hold(children)}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
