import type { LucideIcon } from "lucide-react";

/** One line of the palette. */
export interface Entry {
  value: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}
