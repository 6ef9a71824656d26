/** The labels of each series that a role exports, by the series' name; a histogram has those of its parts. */
export type Exported = Map<string, Record<string, string>[]>;

/** Reads Prometheus' text format. A metric without a series appears with none. */
export function readMetrics(text: string): Exported {
  const exported: Exported = new Map();
  for (const line of text.split("\n")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (declared !== undefined)
      for (const suffix of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""])
        exported.set(declared + suffix, []);
    const [, name, labels = ""] = /^([a-z_]\w*)(?:\{(.*)\})? \S+$/i.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, value]) => [label, value]);
    exported.set(name, [...(exported.get(name) ?? []), Object.fromEntries(pairs) as Record<string, string>]);
  }
  return exported;
}
