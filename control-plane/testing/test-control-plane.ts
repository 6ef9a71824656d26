import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/argon2";
import { createClient, type Client } from "@ferrule/contract/client.ts";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import { createCookieJar } from "@ferrule/contract/cookie-jar.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { createLog, type Log } from "@ferrule/kit/log.ts";
import { databaseSettings } from "@ferrule/embedded-postgres/test-database.ts";
import type { InternalTimes } from "../doors/internal/register-internal-routes.ts";
import type { ControlPlaneSettings } from "../ground/settings.ts";
import { openApp } from "../open-app.ts";
import { startControlPlane, type ControlPlane } from "../start-control-plane.ts";
import type { Clock } from "../ground/store/clock.ts";
import { createTestDatabase } from "../ground/store/testing/test-database.ts";
import { insertUser } from "../people/users/queries.ts";
import { startControlPlaneThread } from "./start-control-plane-thread.ts";

export const testPassword = "correct rubber boots";
/** Hashed at minimal cost, because nearly every test signs in. */
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * A raw request without the client: any method, path, headers and body. It sends only the given cookies and CSRF token.
 */
export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON with its content type. */
  body?: unknown;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, typed for either use in a test; undefined when it is not JSON. */
  json: Record<string, unknown> & { error: ErrorBody };
}

export interface TestUser {
  id: string;
  email: string;
  role: Role;
}

/** A signed-in user: the typed client, and its cookies and token for raw requests. */
export interface SignedIn {
  client: Client;
  user: TestUser;
  /** The headers of a request from this session: `cookie` and `x-csrf-token`. */
  headers: () => Record<string, string>;
  request: (path: string, request?: RawRequest) => Promise<RawAnswer>;
}

export interface TestControlPlane extends AsyncDisposable {
  controlPlane: ControlPlane;
  app: ControlPlane["app"];
  settings: ControlPlaneSettings;
  /** Origin of the management API. */
  url: string;
  /** Origin of `/internal`. */
  internalUrl: string;
  createUser: (role: Role, more?: { mustChangePassword?: boolean }) => Promise<TestUser>;
  /** Creates a Project as an owner. */
  createProject: (slug?: string) => Promise<{ id: string; slug: string }>;
  /** Signs this user in, without selecting a Project. */
  signIn: (user: TestUser) => Promise<SignedIn>;
  /** A client for a new user of this role. It selects the named Project, or one that all such clients share. */
  signInAs: (role: Role, projectId?: string) => Promise<Client>;
  /** The same, with everything that raw requests need. */
  session: (role: Role, projectId?: string) => Promise<SignedIn>;
  request: (path: string, request?: RawRequest) => Promise<RawAnswer>;
}

let made = 0;
const next = () => (made += 1);

async function sendRaw(url: string, { method = "GET", headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const isJson = body !== undefined && typeof body !== "string";
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
  });
  const text = await response.text();
  const isAnswerJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  const json = (isAnswerJson ? JSON.parse(text) : undefined) as RawAnswer["json"];
  return { status: response.status, headers: response.headers, text, json };
}

/** Signs in through the API; client and raw requests share the cookies. */
async function signInTo(url: string, user: TestUser): Promise<SignedIn> {
  const jar = createCookieJar();
  const client = createClient({
    baseUrl: url,
    fetch: async (input, init) => {
      const response = await fetch(input, { ...init, headers: { ...headers(), ...(init?.headers as object) } });
      jar.store(response.headers.getSetCookie());
      return response;
    },
  });
  const headers = (): Record<string, string> => ({
    ...(jar.header() === "" ? {} : { cookie: jar.header() }),
    ...(jar.get("ferrule_csrf") === undefined ? {} : { "x-csrf-token": jar.get("ferrule_csrf") ?? "" }),
  });
  await client.login({ body: { email: user.email, password: testPassword } });
  const request: SignedIn["request"] = async (path, raw = {}) => {
    const answer = await sendRaw(url + path, { ...raw, headers: { ...headers(), ...raw.headers } });
    jar.store(answer.headers.getSetCookie());
    return answer;
  };
  return { client, user, headers, request };
}

const settingsFor = (url: string, dataDir: string, over: Partial<ControlPlaneSettings>): ControlPlaneSettings => ({
  nodeEnv: "test",
  publicUrl: "http://localhost:8080",
  port: 0,
  host: "127.0.0.1",
  internalPort: 0,
  ...databaseSettings(url),
  cacheProjectMb: 512,
  sessionSecret: "a session secret of the tests, 32 characters and more",
  encryptionKeys: ["an encryption key of the tests, 32 characters and more"],
  internalApiTokens: ["an internal token of the tests: 32 characters and more"],
  workerApiTokens: ["a worker token of the tests: 32 characters and more"],
  ownerEmail: "first.owner@acme.example",
  ownerPassword: testPassword,
  dataDir,
  demoMode: false,
  executionRetentionDays: 30,
  executionRetentionMb: 10_240,
  buildRetentionDays: 30,
  egressAllowPrivate: [],
  logLevel: "silent",
  ...(over.databaseUrl === undefined ? {} : { databaseDirectUrl: undefined }),
  ...over,
});

/**
 * Starts a complete control plane for tests: the real pipeline over HTTP on free ports, with a fresh database and data
 * folder. Disposing removes everything. `over` overrides settings.
 */
export const startTestControlPlane = (
  over: Partial<ControlPlaneSettings> = {},
  internalTimes: InternalTimes = {},
  clock?: Clock,
): Promise<TestControlPlane> =>
  startBy(over, (settings, log) => startControlPlane(settings, { log, internalTimes, clock }));

/**
 * The same, but the control plane has a thread of its own, for tests with thousands of requests. In a test's own
 * thread, node:test follows each promise, which takes a third of the processor time. `app` belongs to this thread,
 * which opened it on the same database, as another replica does.
 */
export const startTestControlPlaneApart = (over: Partial<ControlPlaneSettings> = {}): Promise<TestControlPlane> =>
  startBy(over, startInThread);

async function startInThread(settings: ControlPlaneSettings, log: Log): Promise<ControlPlane> {
  await using started = new AsyncDisposableStack();
  const thread = started.use(await startControlPlaneThread(settings));
  const { app } = started.use(await openApp(settings, { log }));
  const running = started.move();
  return { ...thread, app, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function startBy(
  over: Partial<ControlPlaneSettings>,
  start: (settings: ControlPlaneSettings, log: Log) => Promise<ControlPlane>,
): Promise<TestControlPlane> {
  await using started = new AsyncDisposableStack();
  const database = started.use(await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "ferrule-control-plane-"));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const settings = settingsFor(database.url, dataDir, over);
  const controlPlane = started.use(await start(settings, createLog("control-plane", settings.logLevel)));
  const { app } = controlPlane;
  const url = `http://127.0.0.1:${controlPlane.port}`;

  const createUser: TestControlPlane["createUser"] = async (role, { mustChangePassword = false } = {}) => {
    const user = { email: `${role}-${next()}@acme.example`, name: role, role, mustChangePassword };
    const hash = await passwordHash;
    const { id, email } = await app.store.inInstallation((scope) => insertUser(scope, { ...user, passwordHash: hash }));
    return { id, email, role };
  };
  const signIn: TestControlPlane["signIn"] = (user) => signInTo(url, user);
  let owner: Promise<SignedIn> | undefined;
  const createProject: TestControlPlane["createProject"] = async (slug = `project-${randomUUID()}`) => {
    owner ??= createUser("owner").then(signIn);
    const { id } = await (await owner).client.createProject({ body: { slug } });
    return { id, slug };
  };
  let shared: Promise<{ id: string }> | undefined;
  const session: TestControlPlane["session"] = async (role, projectId) => {
    const signedIn = await signIn(await createUser(role));
    const selected = projectId ?? (await (shared ??= createProject())).id;
    await signedIn.client.selectProject({ params: { projectId: selected } });
    return signedIn;
  };
  const running = started.move();
  return {
    controlPlane,
    app,
    settings,
    url,
    internalUrl: `http://127.0.0.1:${controlPlane.internalPort}`,
    createUser,
    createProject,
    signIn,
    session,
    signInAs: async (role, projectId) => (await session(role, projectId)).client,
    request: (path, raw = {}) => sendRaw(url + path, raw),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
