/** The embedded PostgreSQL cannot run here: `message` is one sentence a person can act on; `cause` is for the log. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
