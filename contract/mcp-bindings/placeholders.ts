const placeholder = /\{\{\s*([A-Za-z0-9_.]*)\s*\}\}/g;

/**
 * Puts a value in place of each `{{name}}`; the values stay as they are.
 * @param most the most characters of the result; null: it would be longer
 */
export function fillPlaceholders(text: string, valueOf: (name: string) => string, most: number): string | null {
  let length = text.length;
  for (const [whole, name = ""] of text.matchAll(placeholder)) length += valueOf(name).length - whole.length;
  return length > most ? null : text.replaceAll(placeholder, (_, name: string) => valueOf(name));
}
