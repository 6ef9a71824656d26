import ts from "typescript-compiler";

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function partPattern(type: ts.Type): string {
  if (type.isStringLiteral()) return escaped(type.value);
  if (type.isNumberLiteral()) return escaped(String(type.value));
  if (type.isUnion()) return `(?:${type.types.map(partPattern).join("|")})`;
  if ((type.flags & ts.TypeFlags.Number) !== 0) return "-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?";
  if ((type.flags & ts.TypeFlags.BigInt) !== 0) return "-?[0-9]+";
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return "(?:true|false)";
  return "[\\s\\S]*";
}

/** The pattern of a template literal type. Null when it would be too long to read. */
export function templatePattern(type: ts.TemplateLiteralType): string | null {
  const parts = type.types.map((part, index) => partPattern(part) + escaped(type.texts[index + 1] ?? ""));
  const pattern = `^${escaped(type.texts[0] ?? "")}${parts.join("")}$`;
  return pattern.length > 1_000 ? null : pattern;
}
