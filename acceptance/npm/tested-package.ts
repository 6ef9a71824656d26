/** One package as the test adds it, and the Function that uses it. */
export interface TestedPackage {
  name: string;
  version: string;
  /** What the Function does with it, for the documentation. */
  does: string;
  /** Of a Function whose input is `{ url: string }`, the address of a server on loopback. */
  source: string;
  /** What the Function returns. */
  returns: unknown;
  /** Other packages that the Function imports, which the list has, too. */
  beside?: string[];
  /** What the documentation says of its limits. */
  note?: string;
  /** Also in `npm test`. */
  always?: true;
}

/** A Function that needs nothing from outside; `calling`: one that asks the server. */
export const returning = (imports: string, body: string, input = "_: { url: string }") =>
  `${imports}\nexport default async function use(${input}) {\n${body}\n}\n`;
export const calling = (imports: string, body: string) => returning(imports, body, "input: { url: string }");
