import { PublicError } from "@ferrule/contract/errors.ts";

const most = 99;

/** A free name: the wanted one, or the same with the first free number appended. @throws PublicError CONFLICT */
export function freeName(wanted: string, taken: ReadonlySet<string>, separator: "-" | "_" = "-"): string {
  for (let n = 1; n <= most; n += 1) {
    const name = n === 1 ? wanted : `${wanted}${separator}${n}`;
    if (!taken.has(name)) return name;
  }
  throw new PublicError("CONFLICT", `"${wanted}" and the ${most - 1} names after it are taken.`);
}
