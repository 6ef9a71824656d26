import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { migratedTemplate } from "@ferrule/control-plane/ground/store/schema/migrated-template.ts";
import { openTestPostgres } from "@ferrule/embedded-postgres/test-database.ts";
import { createLog } from "@ferrule/kit/log.ts";
import { freePorts } from "@ferrule/kit/network/free-ports.ts";
import { startPlatform, type Platform } from "@ferrule/one-machine/start-platform.ts";
import { missingBehind } from "@ferrule/one-machine/until-ready.ts";
import { eventually } from "./eventually.ts";

export const ownerEmail = "owner@acme.example";
export const ownerPassword = "owner password 1";

export interface TestPlatform extends Platform {
  dataDir: string;
  /** A client signed in as the owner, without an active Project. */
  signInAsOwner: () => Promise<Client>;
  /** A client of a new user of that role, who has changed their first password. */
  signInAs: (role: Role, owner: Client) => Promise<Client>;
}

export interface TestPlatformOptions {
  workers?: number;
  mockIntegration?: boolean;
  env?: Record<string, string>;
  publicUrl?: string;
  /** Whether its database is an embedded one of its own, as `npm start` has it, or one of the tests' server (the default). */
  embedded?: boolean;
}

let users = 0;

/** For so long the shared platform waits for the next file of its process. */
const keptMs = 500;
const shared = new Map<number, { platform: Promise<SharedPlatform>; users: number; ending?: NodeJS.Timeout }>();

export interface SharedPlatform extends TestPlatform {
  /** A port of 127.0.0.1 that Functions may call; the test that uses it listens there. */
  outsidePort: number;
  /** Where its workers look for npm packages; the test that needs some listens there. */
  registryPort: number;
  /** A port of 127.0.0.1 where connections may find a database. */
  databasePort: number;
}

async function startSharedPlatform(workers: number): Promise<SharedPlatform> {
  const [outsidePort = 0, registryPort = 0, databasePort = 0] = await freePorts(3);
  const env = {
    EGRESS_ALLOW_PRIVATE: `127.0.0.1:${outsidePort}`,
    DATABASE_ALLOW_PRIVATE: `127.0.0.1:${databasePort}`,
    NPM_REGISTRY_URL: `http://127.0.0.1:${registryPort}`,
    MASKED_NAMES: "favourite-colour",
  };
  return { ...(await startTestPlatform({ env, workers })), outsidePort, registryPort, databasePort };
}

async function share(workers: number): Promise<SharedPlatform> {
  const own = shared.get(workers) ?? { platform: startSharedPlatform(workers), users: 0 };
  shared.set(workers, own);
  clearTimeout(own.ending);
  own.users += 1;
  const stop = async () => {
    own.users -= 1;
    if (own.users > 0) return;
    own.ending = setTimeout(() => {
      shared.delete(workers);
      own.platform.then((platform) => platform.stop()).catch((error: unknown) => process.emitWarning(String(error)));
    }, keptMs);
  };
  const platform = await own.platform;
  // Whoever had it before may have killed a role.
  await eventually(async () => ((await missingBehind(platform.url)).length === 0 ? true : undefined), 60_000);
  return { ...platform, stop, [Symbol.asyncDispose]: stop };
}

/**
 * The platform of this process's test files, started by the first of them and stopped when none has it any more. For
 * those that look at their own Projects only, and leave every role running.
 */
export const shareTestPlatform = (): Promise<SharedPlatform> => share(1);

/** The same with three workers, for what is about several of them. Files with this one share another process. */
export const shareThreeWorkers = (): Promise<SharedPlatform> => share(3);

/** Every role as a process of its own, on free ports, with a database and a data folder of its own. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), "ferrule-acceptance-"));
  // Searchable for everybody, so that the database runs in place as root too.
  chmodSync(dataDir, 0o711);
  const postgres = options.embedded === true ? undefined : await openTestPostgres();
  const platform = await startPlatform({
    databaseUrl: await postgres?.createDatabase(`acceptance_${randomUUID()}`, await migratedTemplate(postgres)),
    root: join(import.meta.dirname, ".."),
    dataDir,
    port: 0,
    publicUrl: options.publicUrl,
    workers: options.workers ?? 1,
    mockIntegration: options.mockIntegration ?? false,
    env: {
      NODE_ENV: "development",
      NO_PROXY: "*",
      OWNER_EMAIL: ownerEmail,
      OWNER_PASSWORD: ownerPassword,
      ...options.env,
    },
    log: createLog("acceptance", "silent"),
  });
  const signIn = async (email: string, password: string) => {
    const client = createClient({ baseUrl: `http://localhost:${platform.port}`, cookies: "keep" });
    await client.login({ body: { email, password } });
    return client;
  };
  const stop = async () => {
    await platform.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    ...platform,
    dataDir,
    stop,
    [Symbol.asyncDispose]: stop,
    signInAsOwner: () => signIn(ownerEmail, ownerPassword),
    signInAs: async (role, owner) => {
      users += 1;
      const email = `${role}${users}@acme.example`;
      await owner.createUser({ body: { email, name: role, role, password: "first password 1" } });
      const client = await signIn(email, "first password 1");
      await client.changePassword({ body: { currentPassword: "first password 1", newPassword: "second password 2" } });
      return client;
    },
  };
}
