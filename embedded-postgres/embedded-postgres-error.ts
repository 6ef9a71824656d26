/**
 * The embedded PostgreSQL cannot run here: `message` is one sentence that tells a person what to do; `cause` is for the
 * log.
 */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}
