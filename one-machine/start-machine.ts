import { createServer } from "node:http";
import { describeProblems, readRoleSettings } from "@ferrule/contract/settings/read-role-settings.ts";
import { seedDemo, type DemoSeed } from "@ferrule/demo/seed-demo.ts";
import { listen, ListenError } from "@ferrule/kit/network/listen.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { buildConsole } from "./build-console.ts";
import { openDataDir, StartError } from "./data-dir.ts";
import { keptMockPort } from "./kept-mock-port.ts";
import { startPlatform, type Platform } from "./start-platform.ts";

export interface Machine extends Platform {
  signIn: SignIn;
  demo: DemoSeed | null;
}

/** The control plane's answer when the supervisor asks how the owner signs in. */
export interface SignIn {
  kind: "sign-in-link";
  token: string;
  email: string;
  /** The file with the generated password; null when OWNER_PASSWORD set one, or the owner has chosen one. */
  passwordFile: string | null;
}

async function requireFreePort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  try {
    await listen(probe, port, host);
  } catch (error) {
    if (error instanceof ListenError)
      throw new StartError(`${error.message} Set PORT to another one.`, { cause: error });
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
}

const passedOn = ["OWNER_EMAIL", "OWNER_PASSWORD", "EGRESS_ALLOW_PRIVATE"] as const;

/** The given variables that roles read by themselves; `env` need not be this process's own. */
const givenIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/**
 * Starts everything that `npm start` promises, from environment variables: data folder, roles, demo Project.
 * @throws StartError with one sentence for a problem that the user can fix
 */
export async function startMachine(options: { root: string; env: NodeJS.ProcessEnv; log: Log }): Promise<Machine> {
  const { root, env, log } = options;
  const production = env["NODE_ENV"] === "production";
  const { settings, problems } = readRoleSettings("start", { DEMO_MODE: production ? "false" : "true", ...env });
  if (problems.length > 0) throw new StartError(describeProblems("start", problems));
  const dataDir = openDataDir(settings.DATA_DIR, root);
  const host = settings.HOST ?? (production ? "0.0.0.0" : "127.0.0.1");
  await requireFreePort(settings.PORT, host);
  const progress = (step: string) => process.stderr.isTTY && process.stderr.write(`ferrule: starting the ${step}\n`);
  const consoleBuilt = buildConsole(root);
  consoleBuilt.catch(() => undefined);
  const mockIntegration = settings.DEMO_MODE && settings.MOCK_INTEGRATION_URL === undefined;
  const platform = await startPlatform({
    root,
    dataDir,
    port: settings.PORT,
    host,
    publicUrl: env["PUBLIC_URL"] ? settings.PUBLIC_URL : undefined,
    databaseUrl: settings.DATABASE_URL,
    mockIntegration,
    mockIntegrationPort: mockIntegration ? await keptMockPort(dataDir) : 0,
    env: { DEMO_MODE: String(settings.DEMO_MODE), ...givenIn(env) },
    consoleBuilt,
    log,
    onProgress: progress,
  });
  try {
    const mockIntegrationUrl = platform.mockIntegrationUrl ?? settings.MOCK_INTEGRATION_URL;
    const signInLink = () => platform.controlPlane.ask<SignIn>("sign-in-link");
    const demo =
      settings.DEMO_MODE && mockIntegrationUrl !== undefined
        ? await seedDemo({
            // We do not go through the gateway: nothing here could check its certificate.
            url: platform.controlPlaneUrl,
            internalApiToken: platform.internalApiToken,
            publicUrl: platform.url,
            dataDir,
            mockIntegrationUrl,
            signInLink,
            log,
          })
        : null;
    return { ...platform, signIn: await signInLink(), demo };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}
