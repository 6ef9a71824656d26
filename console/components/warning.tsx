import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A line that warns of what stands beside it. Its size is that of the text around it. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-1.5 text-warn">
    <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
    {children}
  </p>
);
