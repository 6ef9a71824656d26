import { email as emailField } from "@ferrule/contract/resources/user.ts";
import { name as nameField } from "@ferrule/contract/resources/fields.ts";
import { roles } from "@ferrule/contract/states.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { z } from "zod";
import { forgetGeneratedPassword } from "../../people/passwords/generated-password.ts";
import type { Store } from "../../ground/store/store.ts";
import { listUserRows, type UserRow } from "../../people/users/queries.ts";
import { createUserWithLink, issueLinkByEmail, resetPassword } from "./recover-user.ts";
import { openDatabase, readCommandSettings } from "./open-database.ts";

/*
 * `ferrule user …` runs as a separate program. It reads the control plane's settings, and needs the database and
 * PUBLIC_URL. Anybody who can read those settings could do all of this anyway. Exit codes: 0 done, 1 failed with the
 * reason printed.
 */
process.title = "ferrule user";
const settings = readCommandSettings(["PUBLIC_URL", "PORT"]);
const log = createLog("manage-users", "warn");
const [command, address = "", role = "", name = ""] = process.argv.slice(2);

const origin = process.env["PUBLIC_URL"] ? settings.PUBLIC_URL : `http://localhost:${settings.PORT}`;
const link = (token: string) => `${origin}/#link=${token}   (works once, within 24 hours)`;

const row = ({ email, role, status, lastLoginAt }: UserRow) => [
  email,
  role,
  status,
  lastLoginAt === null ? "never signed in" : `last signed in ${lastLoginAt.toISOString()}`,
];

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Every user, newest first. */
async function listUsers(store: Store): Promise<string> {
  const rows: UserRow[] = [];
  for (let after: string[] | null = null; ; after = [rows.at(-1)!.id]) {
    const wish = { limit: 500, after };
    const page = await store.inInstallation((scope) => listUserRows(scope, wish), { readOnly: true });
    rows.push(...page.slice(0, 500));
    if (page.length <= 500) return table(rows.map(row));
  }
}

async function run(store: Store): Promise<string> {
  if (command === "list") return listUsers(store);
  const email = emailField.parse(address);
  if (command === "create") {
    const user = { email, name: nameField.parse(name), role: z.enum(roles).parse(role) };
    return `Created ${email} as ${role}. Sign in: ${link(await createUserWithLink(store, user))}`;
  }
  if (command === "link") return `Sign in as ${email}: ${link(await issueLinkByEmail(store, email))}`;
  const password = await resetPassword(store, email);
  await forgetGeneratedPassword(settings.DATA_DIR, email);
  return `The new password of ${email} is ${password}\nIt must be changed at the first sign-in. Every session has ended.`;
}

/** One sentence, which does not repeat the given value. */
function reasonOf(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  return error.issues.map(({ message }) => message).join("; ");
}

try {
  await using owned = new AsyncDisposableStack();
  const store = await openDatabase(settings, log, owned);
  process.stdout.write(`${await run(store)}\n`);
} catch (error) {
  process.stderr.write(`ferrule user: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
