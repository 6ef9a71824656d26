const postgres = "Call an HTTP API in front of the database (PostgREST, a provider's SQL over HTTP) with `fetch`.";
const database = "Call the database's HTTP API with `fetch`, or keep the data in a collection (`ctx.collection`).";
const keyValue = "Use `ctx.cache`, or a provider's HTTP API (such as `@upstash/redis`).";
const mail = "Send through a provider's HTTP API: `resend`, `postmark`, `@sendgrid/client`.";
const queue = "Publish through the broker's HTTP API with `fetch`.";
const browser = "Call a rendering service over HTTP with `fetch`; read HTML with `cheerio`.";
const image = "Call an image service over HTTP with `fetch`.";
const password = "Use `bcryptjs`, or `crypto.subtle` (PBKDF2).";
const files = "A Function has no files: keep data in a collection (`ctx.collection`) or in `ctx.cache`.";
const server = "Bind the Function to an HTTP route instead of listening.";
const google =
  "Sign in with `jose` and call Google's REST API with `fetch`: the page on npm packages shows how, under Google.";
const http = "Use `fetch`, `ky` or `axios`.";
const remote = "Put a service with an HTTP API in front of it, and call that with `fetch`.";

const sockets = "it opens network connections of its own, and a Function has only HTTP, over fetch";
const native = "it runs native code, and the sandbox runs JavaScript only";
const processes = "it starts programs or threads, and a Function runs on one thread";
const disk = "it works with files, and a Function has none";
const listens = "it listens for connections, and a Function is called instead";

const entries: [why: string, instead: string, names: string][] = [
  [sockets, postgres, "pg pg-native pg-promise postgres slonik knex sequelize typeorm drizzle-kit"],
  [
    sockets,
    database,
    "mysql mysql2 mariadb mongodb mongoose tedious mssql oracledb cassandra-driver neo4j-driver ldapjs",
  ],
  [sockets, keyValue, "redis ioredis @redis/client memcached memjs"],
  [sockets, mail, "nodemailer imap imapflow emailjs smtp-server"],
  [sockets, queue, "amqplib kafkajs mqtt nats bullmq bull bee-queue"],
  [sockets, remote, "ssh2 ssh2-sftp-client basic-ftp ftp node-ssh net-snmp ping @grpc/grpc-js ws socket.io-client"],
  [sockets, http, "undici got request needle superagent http-proxy"],
  [native, image, "sharp canvas gm @napi-rs/canvas"],
  [native, password, "bcrypt argon2 @node-rs/bcrypt @node-rs/argon2 sodium-native"],
  [native, database, "sqlite3 better-sqlite3 libsql level leveldown lmdb @prisma/client prisma duckdb"],
  [
    native,
    "Build with plain JavaScript packages.",
    "node-gyp node-gyp-build esbuild @swc/core re2 isolated-vm bufferutil",
  ],
  [processes, google, "google-auth-library googleapis googleapis-common @googleapis/* @google-cloud/*"],
  [processes, browser, "puppeteer puppeteer-core playwright playwright-core selenium-webdriver"],
  [
    processes,
    "Do the work in the Function, or call a service.",
    "execa cross-spawn shelljs piscina workerpool pm2 nodemon zx",
  ],
  [disk, files, "fs-extra graceful-fs glob rimraf chokidar lowdb multer formidable tmp nedb"],
  [disk, "Declare secrets and read them with `ctx.secrets.get`.", "dotenv config nconf convict"],
  [listens, server, "express fastify koa @hapi/hapi restify connect http-server socket.io @nestjs/core"],
];

export interface Refusal {
  why: string;
  instead: string;
}

/**
 * Well-known npm packages that cannot work in a Function, each with the reason and what to use instead. `@scope/*` stands
 * for all packages of a scope.
 */
export const refusedPackages: ReadonlyMap<string, Refusal> = new Map(
  entries.flatMap(([why, instead, names]) => names.split(" ").map((name) => [name, { why, instead }] as const)),
);

/** The sentence for an author who wants this package; undefined: no known problem. */
export function whyPackageRefused(name: string): string | undefined {
  const found = refusedPackages.get(name) ?? refusedPackages.get(name.replace(/\/.*$/s, "/*"));
  return found && `"${name}" cannot work in a Function: ${found.why}. ${found.instead}`;
}
