import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { comparePlatforms } from "./measuring/platform-pairs.ts";

/*
 * The CPU time that traces cost, on a platform that traces this share of its calls, beside one that does not.
 * BENCH_TRACED is the share. With BENCH_SAME=1 neither platform traces, which shows the effect of chance alone.
 */
const share = process.env["BENCH_TRACED"] ?? "0.01";
const areSame = process.env["BENCH_SAME"] === "1";

let received = 0;
const receiver = createServer((request, response) => {
  request.resume().on("end", () => {
    received += 1;
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => receiver.once("listening", resolve));
const { port } = receiver.address() as AddressInfo;
const traced = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_TRACES_SAMPLER_ARG: share,
};

try {
  const name = areSame ? "also without traces" : `${Number(share) * 100} % traced`;
  const more = await comparePlatforms({ name: "without traces", env: {} }, { name, env: areSame ? {} : traced });
  process.stdout.write(`${more}; ${received} batches of spans received\n`);
} finally {
  receiver.close();
}
