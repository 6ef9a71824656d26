type Child = Node | string | null;

/** Makes an element with its children as nodes or text, never as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A field under its name. */
export const labelled = (text: string, field: HTMLElement): HTMLLabelElement => element("label", {}, text, field);
