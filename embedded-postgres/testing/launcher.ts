// A program of the tests: launches a PostgreSQL as its own user, prints the outcome as one line of JSON, and stops the
// server when asked to end.
import { createLog } from "@ferrule/kit/log.ts";
import { launchPostgres } from "../launch-postgres.ts";

const [dataDir = "", systemDir = ""] = process.argv.slice(2);
const say = (words: object) => process.stdout.write(`${JSON.stringify(words)}\n`);

try {
  const postgres = await launchPostgres({ dataDir, systemDir, log: createLog("test", "silent") });
  process.on("SIGTERM", () => void postgres.stop());
  say({ url: postgres.url, adminUrl: postgres.adminUrl });
} catch (error) {
  const { name, message } = error as Error;
  say({ name, message });
  process.exitCode = 1;
}
