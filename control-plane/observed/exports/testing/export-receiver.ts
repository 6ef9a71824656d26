import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface ReceivedBatch {
  number: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How the receiver treats a batch: `lost` takes it, but cuts the connection before it responds. */
type Behaviour = "takes" | "refuses" | "lost" | "slow";

/** A receiver of exports. `behave` decides by the batch and by how often that batch has come. */
export async function startExportReceiver(behave: (number: string, times: number) => Behaviour = () => "takes") {
  const batches: ReceivedBatch[] = [];
  const times = new Map<string, number>();
  const state = { behave };
  const server = createServer((request, response) => {
    const take = async () => {
      const body = await text(request);
      const number = String(request.headers["x-ferrule-batch"]);
      const time = (times.get(number) ?? 0) + 1;
      times.set(number, time);
      const how = state.behave(number, time);
      if (how !== "refuses") batches.push({ number, headers: request.headers, body });
      if (how === "lost") response.destroy();
      else setTimeout(() => response.writeHead(how === "refuses" ? 503 : 204).end(), how === "slow" ? 150 : 0);
    };
    take().catch(() => response.destroy());
  });
  const served = await serveHere(server);
  return {
    ...served,
    batches,
    state,
    url: `${served.url}/ferrule`,
    /** The records that a receiver ends up with when it drops repeated batches. */
    records: (): Record<string, unknown>[] => {
      const known = new Map(batches.map(({ number, body }) => [number, body]));
      known.delete("test");
      const lines = [...known.values()].flatMap((body) => body.trim().split("\n"));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
export type ExportReceiver = Awaited<ReturnType<typeof startExportReceiver>>;
