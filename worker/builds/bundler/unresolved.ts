/** Why an import leads nowhere, for the author. */
export class Unresolved extends Error {
  override name = "Unresolved";
}
