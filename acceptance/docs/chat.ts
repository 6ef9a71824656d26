import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@ferrule/kit/network/listen.ts";

/** A chat that receives messages at an incoming webhook, as Slack and Mattermost do. */
export interface Chat extends AsyncDisposable {
  /** The address of its incoming webhook. */
  url: string;
  /** The texts that it has received. */
  posted: string[];
}

/** Starts a chat on `port` of 127.0.0.1. */
export async function startChat(port: number): Promise<Chat> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      posted.push((JSON.parse(await text(request)) as { text: string }).text);
      response.end("ok");
    };
    take().catch((error: unknown) => response.destroy(error as Error));
  });
  await listen(server, port, "127.0.0.1");
  return {
    url: `http://127.0.0.1:${port}/services/T00000000/B00000000/the-secret-of-the-webhook`,
    posted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
