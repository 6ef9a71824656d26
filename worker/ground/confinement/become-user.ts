/** Switches to a user that owns nothing, with no way back. @throws when the process is not that user afterwards */
export function becomeUser(uid: number): void {
  process.setgroups!([]);
  process.setgid!(uid);
  process.setuid!(uid);
  if (process.getuid!() !== uid || process.getgid!() !== uid || process.geteuid!() !== uid) {
    throw new Error("The process could not switch to another user.");
  }
}
