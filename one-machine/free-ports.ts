import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** Different loopback ports that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, () => {
      const probe = createServer();
      return new Promise<typeof probe>((resolve, reject) => {
        probe.once("error", reject);
        probe.listen(0, "127.0.0.1", () => resolve(probe));
      });
    }),
  );
  return Promise.all(
    probes.map((probe) => {
      const { port } = probe.address() as AddressInfo;
      return new Promise<number>((resolve) => probe.close(() => resolve(port)));
    }),
  );
}

/** One loopback port that is currently free. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number;
