import { isUriTemplate } from "./uri-template.ts";

/** Expressions whose values have no slash (RFC 6570, sections 3.2.2 and 3.2.5). */
const simple = /\{\.?[A-Za-z0-9_.,]+\}/g;

interface Ends {
  first: string;
  last: string;
  isFixed: boolean;
}

/** The literal text before the first expression and after the last one. */
function endsOf(text: string): Ends {
  const open = text.indexOf("{");
  if (open < 0) return { first: text, last: text, isFixed: true };
  return { first: text.slice(0, open), last: text.slice(text.lastIndexOf("}") + 1), isFixed: false };
}

function mayBeOne(one: string, other: string): boolean {
  const [a, b] = [endsOf(one), endsOf(other)];
  if (a.isFixed && b.isFixed) return one === other;
  const [short, long] = a.first.length < b.first.length ? [a.first, b.first] : [b.first, a.first];
  const [brief, wide] = a.last.length < b.last.length ? [a.last, b.last] : [b.last, a.last];
  return long.startsWith(short) && wide.endsWith(brief);
}

/**
 * Whether two URI templates, of which neither is the other, may match one URI. It compares the literal text around the
 * expressions, segment by segment where no value has a slash; so it may say yes to two that differ only in the middle of
 * a segment.
 */
export function templatesMayOverlap(one: string, other: string): boolean {
  if (!isUriTemplate(one) || !isUriTemplate(other)) return false;
  const isPlain = (template: string) => !isUriTemplate(template.replaceAll(simple, ""));
  if (!isPlain(one) || !isPlain(other)) return mayBeOne(one, other);
  const [a, b] = [one.split("/"), other.split("/")];
  return a.length === b.length && a.every((segment, index) => mayBeOne(segment, b[index] ?? ""));
}
