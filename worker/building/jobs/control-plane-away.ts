/**
 * Thrown when the control plane was away for longer than a job could wait. This is not the job's fault, so the worker
 * reports no failure. The job's lease expires, and the job runs again, like that of a lost worker.
 */
export class ControlPlaneAway extends Error {
  override name = "ControlPlaneAway";
  constructor(cause: unknown) {
    super("The control plane did not take what a job had to say.", { cause });
  }
}
