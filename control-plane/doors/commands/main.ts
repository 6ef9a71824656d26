/** The commands of `ferrule` that work on the control plane's database. It loads only the requested one. */
const commands: Record<string, () => Promise<unknown>> = {
  backup: () => import("./backup.ts"),
  "check-database": () => import("./check-database.ts"),
  erase: () => import("./erase.ts"),
  "manage-users": () => import("./manage-users.ts"),
  migrate: () => import("./migrate.ts"),
  "rekey-secrets": () => import("./rekey-secrets.ts"),
  restore: () => import("./restore.ts"),
};

// Removes the command's name, so that the command reads its arguments as any program does.
const [name = ""] = process.argv.splice(2, 1);
const run = commands[name];
if (run === undefined) throw new Error(`There is no command ${name}.`);
await run();
