/** Somebody else has done, or has changed, what this run of the archive was about. Nothing was lost; the next run goes on. */
export class Interrupted extends Error {
  override name = "Interrupted";
}
