import { canonicalJson } from "../../json/canonical-json.ts";
import { spend } from "../work-meter.ts";

/**
 * Whether all items differ. It compares their canonical texts, so the work grows with the items and not with their
 * pairs.
 */
export function isDistinct(items: readonly unknown[]): boolean {
  const texts = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    spend(1 + text.length / 4);
    if (texts.has(text)) return false;
    texts.add(text);
  }
  return true;
}
