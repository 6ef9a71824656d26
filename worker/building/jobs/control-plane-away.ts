/**
 * The control plane stayed away for longer than a job could wait. The job itself is good, so this worker reports no
 * failure: its lease ends, and the job is tried again, as a lost worker's is.
 */
export class ControlPlaneAway extends Error {
  override name = "ControlPlaneAway";
  constructor(cause: unknown) {
    super("The control plane did not take what a job had to say.", { cause });
  }
}
