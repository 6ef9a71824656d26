const identifier = /^[A-Za-z_$][\w$]*$/;
const widest = 100;

/** An expression that stands in a text as it is, such as `expect.any(String)`. */
export class Expression {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A name as a member's key; `__proto__` would set the prototype. */
function keyOf(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return identifier.test(name) ? name : JSON.stringify(name);
}

function printed(value: unknown, indent: string): string {
  if (value instanceof Expression) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((one) => printed(one, inner))
    : Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${printed(one, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (members.length === 0) return open + close;
  const inline = isList ? `[${members.join(", ")}]` : `{ ${members.join(", ")} }`;
  if (!inline.includes("\n") && indent.length + inline.length <= widest) return inline;
  return `${open}\n${members.map((one) => `${inner}${one},\n`).join("")}${indent}${close}`;
}

/**
 * Writes a JSON value as an expression of TypeScript, in the form that a formatter would give it.
 * @param value a JSON value, which may hold `Expression`s
 * @param indent white space at the beginning of the line on which it begins
 */
export const printLiteral = (value: unknown, indent = ""): string => printed(value, indent);
