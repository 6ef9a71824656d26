import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { installPeer } from "./install-peer.ts";

/** The part of the framework that we use. */
interface Framework {
  http: (name: string, handler: (request: { body: { text: string } }, response: Answer) => void) => void;
}
interface Answer {
  json: (value: unknown) => void;
}
interface Testing {
  getTestServer: (name: string) => { listen: (port: number, host: string, listening: () => void) => void } & {
    address: () => AddressInfo;
    on: (event: "request", listener: RequestListener) => void;
  };
}

// The route's Function in Google's framework, in this process: no sandbox, no key, no schema, no record.
const framework = "@google-cloud/functions-framework";
const load = installPeer(framework, "5.0.5");
const { http } = load(framework) as Framework;
http("echo", (request, response) => response.json({ text: request.body.text }));
const { getTestServer } = load(`${framework}/testing`) as Testing;
const server = getTestServer("echo");
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
