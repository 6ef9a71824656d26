const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
] as const;

/** A whole number of seconds in the units that it fills: `1 d`, `2 h 30 min`, `45 s`. */
export function spanText(seconds: number): string {
  let rest = seconds;
  const parts = units.flatMap(([unit, length]) => {
    const many = Math.floor(rest / length);
    rest -= many * length;
    return many === 0 ? [] : [`${many} ${unit}`];
  });
  return parts.length === 0 ? "0 s" : parts.join(" ");
}
