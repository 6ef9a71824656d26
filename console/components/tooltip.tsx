import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  /** Short. The same fact must also appear elsewhere, because users easily miss a tooltip. */
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** The element that it describes. The element must be focusable, or the keyboard cannot reach the tooltip. */
  children: ReactElement;
}

/** A short explanation of what is under the pointer or has the focus. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={250} render={children as ReactElement<Record<string, unknown>>} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion max-w-72 rounded-md bg-primary px-2 py-1 text-xs text-on-primary shadow-raised">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
