import { show, showShortly } from "./expect/show.ts";
import { fieldAt } from "./expect/field-at.ts";

const plain = (value: unknown) => (typeof value === "string" ? value : showShortly(value));

/** The name of a test for one row of `test.each`: with its values in place of `%s` and so on, and `$field`. */
export function formatName(name: string, row: readonly unknown[], number: number): string {
  let at = 0;
  const filled = name.replaceAll(/%([%sdifjoO#])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    if (kind === "#") return String(number);
    if (at >= row.length) return whole;
    const value = row[at++];
    if (kind === "s") return plain(value);
    if (kind === "d" || kind === "f") return String(Number(value));
    if (kind === "i") return String(Math.trunc(Number(value)));
    return kind === "j" ? String(JSON.stringify(value)) : show(value).replaceAll(/\n\s*/g, " ");
  });
  const [first] = row;
  if (typeof first !== "object" || first === null) return filled;
  return filled.replaceAll(/\$([A-Za-z_][\w.]*)/g, (whole, path: string) => {
    const found = fieldAt(first, path);
    return found === undefined ? whole : plain(found.value);
  });
}
