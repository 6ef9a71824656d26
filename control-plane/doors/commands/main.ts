/** The commands of `ferrule` on the control plane's database. Only the given command is loaded. */
const commands: Record<string, () => Promise<unknown>> = {
  backup: () => import("./backup.ts"),
  "check-database": () => import("./check-database.ts"),
  erase: () => import("./erase.ts"),
  "manage-users": () => import("./manage-users.ts"),
  migrate: () => import("./migrate.ts"),
  "rekey-secrets": () => import("./rekey-secrets.ts"),
  restore: () => import("./restore.ts"),
};

// The command finds its own arguments where a program would.
const [name = ""] = process.argv.splice(2, 1);
const run = commands[name];
if (run === undefined) throw new Error(`There is no command ${name}.`);
await run();
