import { join, resolve } from "node:path";
import type { Client } from "@ferrule/contract/client.ts";
import picocolors from "picocolors";
import { settingsFolder } from "../credentials/location.ts";
import { type CredentialStore, credentialStore } from "../credentials/credential-store.ts";
import { clientOver, headersOf } from "../server/client-over.ts";
import { type Connection, connectTo } from "../server/connection.ts";
import { type Ask, createAsk } from "../terminal/ask.ts";
import { createOutput, type Output } from "../terminal/output.ts";
import { wantsColor } from "../terminal/wants-color.ts";
import { signInByIdToken } from "../pipelines/sign-in-by-id-token.ts";
import { checkProject, type FoundIdentity, identityFor, notSignedIn } from "./identity-for.ts";
import { nearestProjectFile } from "./nearest-project-file.ts";
import { type Target, targetOf } from "./target.ts";

/** The surroundings of a command: those of this process, or a test's own. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** The options that all commands share. */
export interface SharedOptions {
  json?: boolean;
  url?: string;
  project?: string;
  color?: boolean;
}

/** An installation, with the credential that a command uses there. */
export interface SignedIn {
  client: Client;
  identity: FoundIdentity;
  target: Target;
  /** Sends a request that is not an operation, such as one with a streamed response, with the same credential. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Gives a command its output, its questions, and the installation that it works on. */
export interface Context {
  out: Output;
  ask: Ask;
  paint: ReturnType<typeof picocolors.createColors>;
  cwd: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  json: boolean;
  color: boolean;
  options: SharedOptions;
  credentials: CredentialStore;
  /**
   * The installation and Project of this command, from: flags, then FERRULE_URL and FERRULE_PROJECT, then ferrule.yaml,
   * then the only credential.
   */
  target: () => Promise<Target>;
  /**
   * The client of the management API, with the token of the target or one from the pipeline's ID token. @throws
   * CommandError without a token
   */
  client: () => Promise<Client>;
  /** The same, with its user and a way to send other requests. */
  signedIn: () => Promise<SignedIn>;
  /** A client of any installation, with this token or without one. */
  clientOf: (address: string, token?: string) => Client;
  /** Sends a request to a path of any installation, without a token; a GET unless `init` says otherwise. */
  fetchFrom: (address: string, path: string, init?: RequestInit) => Promise<Response>;
  /** Looks for a token again when somebody next asks for it: for a command that outlives one. */
  forgetSignIn: () => void;
  /** What somebody types, key by key; null where nobody sits in front of a terminal. */
  terminal: NodeJS.ReadStream | null;
  /** Closes its connections. */
  close: () => Promise<void>;
}

/** Connections of a command, one for each installation. */
function connections(env: NodeJS.ProcessEnv, out: Output) {
  const open = new Map<string, Connection>();
  const onWait = (waitMs: number, why: string) =>
    out.note(`Trying again in ${Math.max(1, Math.round(waitMs / 1_000))} s: ${why}.`);
  return {
    to: (address: string): Connection => {
      const found = open.get(address) ?? connectTo(address, { env, onWait });
      open.set(address, found);
      return found;
    },
    close: async () => {
      await Promise.all([...open.values()].map((each) => each.close()));
    },
  };
}

/** Runs `make` once, on first use, and again after `forget`. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { forget: () => void } {
  let made: Promise<T> | undefined;
  const forget = () => {
    made = undefined;
  };
  return Object.assign(() => (made ??= make()), { forget });
}

/** Makes the context of one command. It reads files and connects only when the command asks for it. */
export function createContext(surroundings: Surroundings, options: SharedOptions): Context {
  const { env, signal, stdout } = surroundings;
  const cwd = resolve(surroundings.cwd);
  const json = options.json === true;
  const color = !json && wantsColor(env, stdout, options.color !== false);
  const out = createOutput(surroundings, json);
  const ask = createAsk(surroundings, signal);
  const credentials = credentialStore(join(settingsFolder(env)));
  const open = connections(env, out);

  const target = once(async () => {
    const [file, stored] = await Promise.all([nearestProjectFile(cwd), credentials.list()]);
    return targetOf({ flags: options, env, file, credentials: stored });
  });
  const signedIn = once(async (): Promise<SignedIn> => {
    const found = await target();
    const sources = { env, url: options.url, credentials: await credentials.list() };
    const known =
      identityFor(found, sources) ?? (await signInByIdToken(found, { ...sources, connect: open.to, signal }));
    if (known === null) throw notSignedIn(found, sources);
    let identity = known;
    const connection = open.to(found.address);
    if (identity.from === "FERRULE_TOKEN" && found.project !== null) {
      const project = await checkProject(clientOver(connection, identity, signal), found.project);
      identity = { ...identity, projectId: project.id };
    }
    const send = (path: string, init: RequestInit = {}) =>
      connection.fetch(`${found.address}${path}`, {
        signal,
        ...init,
        headers: { ...headersOf(identity), ...(init.headers as Record<string, string> | undefined) },
      });
    return { client: clientOver(connection, identity, signal), identity, target: found, send };
  });
  return {
    out,
    ask,
    paint: picocolors.createColors(color),
    cwd,
    env,
    signal,
    json,
    color,
    options,
    credentials,
    target,
    client: async () => (await signedIn()).client,
    signedIn,
    clientOf: (address, token) => clientOver(open.to(address), token === undefined ? null : { token }, signal),
    fetchFrom: (address, path, init = {}) => {
      const headers = { ...headersOf(null), ...(init.headers as Record<string, string> | undefined) };
      return open.to(address).fetch(`${address}${path}`, { signal, ...init, headers });
    },
    forgetSignIn: signedIn.forget,
    terminal: !json && ask.interactive ? surroundings.stdin : null,
    close: open.close,
  };
}
