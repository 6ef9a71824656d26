const expressions = /\{([+#./;?&]?)([^}]*)\}/g;

/** What stands before the first value, between two, and how a value says its name (RFC 6570, appendix A). */
const operators: Readonly<Record<string, { first: string; between: string; named: boolean; reserved: boolean }>> = {
  "": { first: "", between: ",", named: false, reserved: false },
  "+": { first: "", between: ",", named: false, reserved: true },
  "#": { first: "#", between: ",", named: false, reserved: true },
  ".": { first: ".", between: ".", named: false, reserved: false },
  "/": { first: "/", between: "/", named: false, reserved: false },
  ";": { first: ";", between: ";", named: true, reserved: false },
  "?": { first: "?", between: "&", named: true, reserved: false },
  "&": { first: "&", between: "&", named: true, reserved: false },
};

const unreserved = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
/** Reserved characters and percent-encoded ones stay as they are. */
const withReserved = (text: string): string =>
  text
    .split(/(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])/)
    .map((part, index) => (index % 2 === 1 ? part : unreserved(part)))
    .join("");

/**
 * The URI for these values of a template's variables (RFC 6570 up to level 3). A variable without a value is left out,
 * as one that is not defined; an empty text is a value.
 * @param template valid, as `uriProblem` says
 */
export function expandTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(expressions, (_, sign: string, names: string) => {
    const { first, between, named, reserved } = operators[sign] ?? operators[""]!;
    const parts = names.split(",").flatMap((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return [];
      const text = reserved ? withReserved(value) : unreserved(value);
      if (!named) return [text];
      return [text === "" && sign === ";" ? name : `${name}=${text}`];
    });
    return parts.length === 0 ? "" : first + parts.join(between);
  });
}
