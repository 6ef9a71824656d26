import type { Choice } from "./select.tsx";

/** Choices for a `Select`, `Segmented` or filter, from their labels: `choicesOf({ active: "Active" })`. */
export const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>): Choice<V>[] =>
  (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }));
