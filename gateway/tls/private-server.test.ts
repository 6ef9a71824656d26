import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect as connectPlainly } from "node:net";
import { test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "@ferrule/kit/log.ts";
import { listen } from "@ferrule/kit/network/listen.ts";
import { connectToPeer, peerConnector } from "@ferrule/kit/peers/connect-to-peer.ts";
import { serveProof } from "@ferrule/kit/peers/testing/serve-proof.ts";
import { followAuthorities } from "@ferrule/kit/tls/follow-authorities.ts";
import { createPrivateServer, openPrivateCertificate } from "@ferrule/kit/tls/serve-privately.ts";
import { Registry } from "prom-client";
import { until } from "../testing.ts";
import { makeCertificate, newPair } from "./testing.ts";

const token = "a token of the tests, of thirty-two characters and more";
const log = createLog("test", "silent");

/** A role that proves what it knows, with the certificate in these files. */
async function roleWith(t: TestContext, handshakeMs?: number) {
  const files = await makeCertificate(t);
  const registry = new Registry();
  const opened = await openPrivateCertificate(files, {
    registry,
    log,
    everyMs: 20,
    ...(handshakeMs === undefined ? {} : { handshakeMs }),
  });
  const server = createPrivateServer(opened, {}, (request, response) => void serveProof(request, response, token));
  const port = await listen(server, 0, "127.0.0.1");
  t.after(() => {
    opened?.[Symbol.dispose]();
    server.closeAllConnections();
    server.close();
  });
  return { files, port, url: `https://localhost:${port}` };
}

test("who stops in the middle of the TLS handshake is let go, and others are served meanwhile", async (t) => {
  const { files, port, url } = await roleWith(t, 300);
  const stopped = connectPlainly({ port, host: "127.0.0.1" });
  t.after(() => stopped.destroy());
  // The first bytes of a ClientHello (RFC 8446 section 4.1.2), in a record that says there are more.
  stopped.write(Buffer.from("1603010200010001fc0303", "hex"));
  const closed = once(stopped.resume(), "close");
  const authorities = { current: await readFile(files.certFile, "utf8") };
  (await connectToPeer({ url }, peerConnector({ url, token, authorities, timeoutMs: 5_000 }))).destroy();
  assert.notEqual(await Promise.race([closed, delay(5_000, "open", { ref: false })]), "open");
});

test("a new authority is believed, and an old one no more, without a restart of who dials", async (t) => {
  const { files, url } = await roleWith(t);
  const { certFile: file } = await makeCertificate(t);
  const authorities = await followAuthorities(file, { log, everyMs: 20 });
  t.after(() => authorities?.[Symbol.dispose]());
  const connector = peerConnector({ url, token, authorities, timeoutMs: 5_000 });
  const dial = async () => (await connectToPeer({ url }, connector)).destroy();
  const isBelieved = () =>
    dial().then(
      () => true,
      () => false,
    );
  await assert.rejects(dial, /self-signed certificate/);
  await writeFile(file, await readFile(files.certFile));
  await until(isBelieved);
  await dial();
  await writeFile(file, "nothing");
  await delay(100);
  await dial();
  assert.equal(authorities?.refused, true);
  await writeFile(file, (await newPair()).cert);
  await until(async () => !(await isBelieved()));
  assert.equal(authorities.refused, false);
});
