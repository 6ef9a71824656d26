/** The characters of a tool's answer, as JSON. An answer costs the agent a quarter of that in tokens. */
export const answerChars = 8_000;

interface Bounds {
  text: number;
  items: number;
}

/** Tried one after the other, until the answer fits. */
const bounds: readonly Bounds[] = [
  { text: 6_000, items: 100 },
  { text: 3_000, items: 60 },
  { text: 1_500, items: 40 },
  { text: 700, items: 25 },
  { text: 300, items: 15 },
  { text: 120, items: 8 },
  { text: 60, items: 4 },
];

function cut(value: unknown, within: Bounds, depth: number): unknown {
  if (typeof value === "string") {
    const left = value.length - within.text;
    return left > 0 ? `${value.slice(0, within.text).toWellFormed()}… (${left} more characters)` : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > 12) return "… (nested more deeply)";
  if (Array.isArray(value)) {
    const kept = value.slice(0, within.items).map((one) => cut(one, within, depth + 1));
    return value.length > within.items ? [...kept, `… (${value.length - within.items} more)`] : kept;
  }
  const members = Object.entries(value);
  const kept = members.slice(0, within.items).map(([name, member]) => [name, cut(member, within, depth + 1)]);
  if (members.length > within.items) kept.push(["…", `${members.length - within.items} more`]);
  return Object.fromEntries(kept);
}

/** Shortens long texts and lists of an answer until its JSON has at most `answerChars` characters, and says so. */
export function fitAnswer(answer: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(answer).length <= answerChars) return answer;
  for (const within of bounds) {
    const { next, ...rest } = answer;
    const shorter = { ...(cut(rest, within, 0) as object), shortened: true, ...(next === undefined ? {} : { next }) };
    if (JSON.stringify(shorter).length <= answerChars) return shorter;
  }
  return { shortened: true, next: "The answer is too large to show. Ask for less." };
}
