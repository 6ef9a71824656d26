import type { LucideIcon } from "lucide-react";

/** One line of the palette. */
export interface Entry {
  value: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
  /** It only writes this into the palette, which stays open. */
  types?: string;
}
