import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

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
  const served = await serveHere(server, port);
  return {
    ...served,
    url: `${served.url}/services/T00000000/B00000000/the-secret-of-the-webhook`,
    posted,
  };
}
