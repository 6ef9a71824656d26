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
  /** Whether it has its own embedded database, as under `npm start`, or one on the tests' server (the default). */
  embedded?: boolean;
}

let users = 0;

/** How long the shared platform waits for the next file of its process. */
const keptMs = 500;
const shared = new Map<number, { platform: Promise<SharedPlatform>; users: number; ending?: NodeJS.Timeout }>();

export interface SharedPlatform extends TestPlatform {
  /** A port of 127.0.0.1 that Functions may call; a test that needs it listens there. */
  outsidePort: number;
  /** The workers' registry of npm packages; a test that needs packages listens there. */
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
  // The previous user may have killed a role.
  await eventually(async () => ((await missingBehind(platform.url)).length === 0 ? true : undefined), 60_000);
  return { ...platform, stop, [Symbol.asyncDispose]: stop };
}

/**
 * The platform that this process's test files share: the first starts it, and it stops when the last has ended. It is
 * for files that look only at their own Projects, and leave every role running.
 */
export const shareTestPlatform = (): Promise<SharedPlatform> => share(1);

/** The same with three workers, for tests about several of them. The files with this one share another process. */
export const shareThreeWorkers = (): Promise<SharedPlatform> => share(3);

/** Every role as a separate process, on free ports, with its own database and data folder. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), "ferrule-acceptance-"));
  // All users may search it, so that the database runs in place as root too.
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
