const units: [ms: number, name: string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** The time since then in its largest unit: `3 h ago`. */
export function ago(time: string, nowMs: number = Date.now()): string {
  const passed = Math.max(0, nowMs - Date.parse(time));
  const [ms, name] = units.find(([each]) => passed >= each) ?? [1_000, "s"];
  return `${Math.floor(passed / ms)} ${name} ago`;
}
