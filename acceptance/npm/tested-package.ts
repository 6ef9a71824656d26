/** A package as the test adds it, and the Function that uses it. */
export interface TestedPackage {
  name: string;
  version: string;
  /** The Function's purpose, for the documentation. */
  does: string;
  /** The input of a Function with `{ url: string }`: the address of a server on loopback. */
  source: string;
  /** The expected result. */
  returns: unknown;
  /** Other packages in the list that the Function imports. */
  beside?: string[];
  /** The documentation's text about its limits. */
  note?: string;
  /** Also runs in `npm test`. */
  always?: true;
}

/** A Function without outside access; `calling`: one that calls the server. */
export const returning = (imports: string, body: string, input = "_: { url: string }") =>
  `${imports}\nexport default async function use(${input}) {\n${body}\n}\n`;
export const calling = (imports: string, body: string) => returning(imports, body, "input: { url: string }");
