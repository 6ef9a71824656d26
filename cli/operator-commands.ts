import type { Command } from "commander";
import { version } from "./developer/version.ts";
import { runProgram, runRole } from "./run-program.ts";

function addRoles(program: Command): void {
  program
    .command("start")
    .description("run everything on this machine")
    .action(() => runRole("start"));
  for (const role of ["gateway", "control-plane", "worker"] as const) {
    program
      .command(role)
      .description(`run the ${role}, configured by environment variables`)
      .action(() => runRole(role));
  }
}

function addConfig(program: Command): void {
  const config = program.command("config").description("print every setting, its default and who reads it");
  // Only the commands that need the settings load them: loading takes longer than everything else here.
  config.action(async () => {
    const { listConfig } = await import("./config-list.ts");
    process.stdout.write(listConfig());
  });
  config
    .command("check")
    .description("check the environment as a configuration; prints names and never values")
    .argument("[role...]", "the roles to check")
    .option("--hardening", "also go through the checklist of docs/hardening.md; asks the database, too")
    .action(async (roles: string[], { hardening = false }: { hardening?: boolean }) => {
      const { checkConfig, isReader, usualReaders } = await import("./config-check.ts");
      process.exitCode = await checkConfig(roles, process.env);
      if (!hardening || process.exitCode === 2) return;
      const readers = roles.length > 0 ? roles.filter(isReader) : usualReaders(process.env);
      const { checkHardening } = await import("./hardening/check-hardening.ts");
      if (!checkHardening(readers, process.env)) process.exitCode = 1;
      const asks = readers.some((reader) => reader === "control-plane" || reader === "start");
      if (asks && process.env["DATABASE_URL"]) await runProgram("check-database", []);
    });
}

function addUsers(program: Command): void {
  const user = program.command("user").description("manage users in the database, for an owner who cannot sign in");
  user
    .command("list")
    .description("list the users")
    .action(() => runProgram("manage-users", ["list"]));
  user
    .command("create")
    .description("create a user and print a one-time sign-in link")
    .argument("<email>")
    .option("--name <name>", "the name that the console shows; otherwise the email")
    .option("--role <role>", "owner, admin, developer or operator", "developer")
    .action((email: string, options: { name?: string; role: string }) =>
      runProgram("manage-users", ["create", email, options.role, options.name ?? email]),
    );
  user
    .command("reset")
    .description("give a user a new password, enable the account and end its sessions; prints the password")
    .argument("<email>")
    .action((email: string) => runProgram("manage-users", ["reset", email]));
  user
    .command("link")
    .description("print a sign-in link for a user, good once within a day")
    .argument("<email>")
    .action((email: string) => runProgram("manage-users", ["link", email]));
}

/** Next to the developers' commands for secrets. */
function addRekey(program: Command): void {
  const found = program.commands.find((each) => each.name() === "secrets");
  const secrets = found ?? program.command("secrets").description("manage how secrets are kept");
  secrets
    .command("rekey")
    .description("encrypt every secret with the first of ENCRYPTION_KEYS; you can then remove the other keys")
    .option("--lost <keys...>", "go on without these keys, by their ids: nobody can open what is sealed under them")
    .action(({ lost = [] }: { lost?: string[] }) => runProgram("rekey-secrets", lost));
}

function addDatabase(program: Command): void {
  program
    .command("migrate")
    .description("bring the database to this version's schema, also while the previous version serves")
    .option("--dry-run", "only print what would be applied")
    .option("--for <role>", "let this database role, which owns nothing, run the control plane")
    .action(({ dryRun = false, for: role }: { dryRun?: boolean; for?: string }) =>
      runProgram("migrate", dryRun ? ["--dry-run"] : role === undefined ? [] : ["--for", role]),
    );

  program
    .command("erase")
    .description(
      "count what Ferrule keeps of a tenant or a caller in a Project; with --yes, erase it and wait until it is gone",
    )
    .argument("<project>", "the Project's slug")
    .option("--tenant <id>", "a tenant")
    .option("--caller <name>", "a caller: the id, subject or e-mail that executions show, or issuer and subject")
    .option("--reason <text>", "why, without a name: it is kept")
    .option("--yes", "erase it")
    .action((project: string, options: object) => runProgram("erase", [JSON.stringify({ ...options, project })]));
}

const gather = (value: string, before: string[] = []) => [...before, value];
function addBackups(program: Command): void {
  program
    .command("backup")
    .description("write an encrypted backup of the database, while everything runs")
    .argument("<file>", "a file that does not exist yet; - for the standard output")
    .option("--recipient <key>", "encrypt for this public key of age; may be repeated", gather)
    .option("--passphrase-file <path>", "encrypt with the passphrase in this file (mode 600)")
    .action((file: string, options: { recipient?: string[]; passphraseFile?: string }) =>
      runProgram("backup", [JSON.stringify({ version, file, ...options })]),
    );
  program
    .command("backup-key")
    .description("make a key for backups: the secret one into a new file, the public one is printed")
    .argument("<file>")
    .action((file: string) => runProgram("backup", [JSON.stringify({ version, file, key: true })]));
  program
    .command("restore")
    .description("restore a backup into an empty database")
    .argument("<file>")
    .option("--identity <path>", "decrypt with the secret key in this file")
    .option("--passphrase-file <path>", "decrypt with the passphrase in this file")
    .option("--check", "only read the backup and check it; needs no database")
    .action((file: string, options: { identity?: string; passphraseFile?: string; check?: boolean }) =>
      runProgram("restore", [JSON.stringify({ file, ...options })]),
    );
}

/** Adds the commands that run and maintain an installation. They need its code, and most need its database. */
export function addOperatorCommands(program: Command): void {
  program.commandsGroup("Operators:");
  for (const add of [addRoles, addConfig, addUsers, addRekey, addDatabase, addBackups]) add(program);
}
