/** Somebody else has done this run's work, or changed its objects. Nothing is lost, and the next run continues. */
export class Interrupted extends Error {
  override name = "Interrupted";
}
