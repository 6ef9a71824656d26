import { connect, createServer, type Socket } from "node:net";
import { listen } from "@ferrule/kit/listen.ts";

/** A TCP load balancer before several ports of this machine: round robin, and past those where nobody listens. */
export async function startBalancer(ports: () => readonly number[]): Promise<{ url: string } & AsyncDisposable> {
  const open = new Set<Socket>();
  let turn = 0;

  function pass(client: Socket, tries: number): void {
    const targets = ports();
    const port = targets[(turn += 1) % targets.length];
    if (port === undefined || tries === 0) return void client.destroy();
    const upstream = connect(port, "127.0.0.1");
    open.add(upstream);
    upstream.once("close", () => open.delete(upstream));
    const tryAnother = () => pass(client, tries - 1);
    upstream.once("error", tryAnother);
    upstream.once("connect", () => {
      upstream.off("error", tryAnother);
      upstream.on("error", () => client.destroy());
      upstream.once("close", () => client.destroy());
      client.once("close", () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  }

  const server = createServer((client) => {
    open.add(client);
    client.on("error", () => client.destroy());
    client.once("close", () => open.delete(client));
    pass(client, 5);
  });
  const port = await listen(server, 0, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
