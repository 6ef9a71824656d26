import type { Attack } from "./attack.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
/** In the short form, on a crowded machine, they may not take much in time. The time limit then ends them. */
const bomb = {
  timeoutMs: full ? 30_000 : 1_000,
  memoryMb: full ? 32 : 12,
  expect: { ended: full ? ["memory" as const] : ["memory" as const, "timeout" as const] },
};

/** Keeps what `make` makes, for six milliseconds at a time, so that no turn is long. */
const slices = (make: string, before = "") =>
  `const kept = []; ${before} export default async () => { for (;;) { const end = Date.now() + 6; while (Date.now() < end) kept.push(${make}); await new Promise((r) => setTimeout(r, 1)); } };`;

/** Memory that the engine allocates outside its heap without counting it, taken in small steps. */
export const sliceAttacks: Attack[] = [
  {
    name: "segmenters kept in short turns",
    source: slices("new Intl.Segmenter('de', { granularity: 'word' })"),
    ...bomb,
  },
  {
    name: "iterators over segments kept in short turns",
    source: slices(
      "s.segment(t)[Symbol.iterator]()",
      "const s = new Intl.Segmenter('de'); const t = 'ab '.repeat(20000);",
    ),
    ...bomb,
  },
  {
    name: "formatters of dates kept in short turns",
    source: slices("new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', dateStyle: 'full' })"),
    ...bomb,
  },
  { name: "collators kept in short turns", source: slices("new Intl.Collator('de-u-co-phonebk')"), ...bomb },
  {
    name: "formatters of numbers and lists kept in short turns",
    source: slices("[new Intl.NumberFormat('de', { style: 'currency', currency: 'EUR' }), new Intl.ListFormat('de')]"),
    ...bomb,
  },
  {
    name: "plural rules and relative times kept in short turns",
    source: slices(
      "[new Intl.PluralRules('pl'), new Intl.RelativeTimeFormat('de'), new Intl.DisplayNames('de', { type: 'region' })]",
    ),
    ...bomb,
  },
  {
    name: "buffers kept in short turns",
    source: slices("new Uint8Array(65536).fill(1)"),
    ...bomb,
  },
  {
    name: "parsed texts kept in short turns",
    source: slices("JSON.parse(t)", "const t = '[' + '0,'.repeat(10000) + '0]';"),
    ...bomb,
  },
  {
    name: "decoders kept in short turns",
    source: slices("new TextDecoder('utf-16le').decode(b, { stream: true })", "const b = new Uint8Array(20001);"),
    ...bomb,
  },
  {
    name: "patterns compiled in short turns",
    source: slices(
      "(() => { const r = new RegExp('(?:' + 'ab|'.repeat(500) + kept.length + ')'); r.test('zzz'); return r; })()",
    ),
    ...bomb,
  },
];
