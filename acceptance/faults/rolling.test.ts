import { describe, test } from "node:test";
import { previousRelease } from "./previous-release.ts";
import { openFaultProject } from "./project.ts";
import { replaceAll } from "./replace-all.ts";
import { startTopology, type Topology } from "./topology.ts";

const full = process.env["FERRULE_TEST_LENGTH"] === "full";
const long = { skip: full ? false : "long", concurrency: false };

const everyRole = ({ controlPlanes, workers, gateways }: Topology) => [...controlPlanes, ...workers, ...gateways];

describe("replacing every process under load", long, () => {
  test("a restart of one after the other fails no call", async (t) => {
    await using topology = await startTopology({ workers: 3 });
    const project = await openFaultProject(topology);
    t.diagnostic(await replaceAll(project, everyRole(topology)));
  });

  test("control planes that are restarted again and again fail no call that asks them, and no change", async (t) => {
    await using topology = await startTopology();
    const project = await openFaultProject(topology);
    const { controlPlanes } = topology;
    t.diagnostic(await replaceAll(project, [...controlPlanes, ...controlPlanes, ...controlPlanes]));
  });

  // Together they run each role beside an older and a newer version of each other role.
  for (const order of ["control planes first, as the upgrade says", "gateways and workers first"]) {
    test(`an upgrade from the previous release fails no call: ${order}`, async (t) => {
      using previous = previousRelease();
      if (previous.root === null) return t.skip(previous.missing);
      await using topology = await startTopology({ workers: 3, root: previous.root });
      const project = await openFaultProject(topology);
      const roles = everyRole(topology);
      const replicas = order.startsWith("control") ? roles : roles.toReversed();
      t.diagnostic(`${previous.name}: ${await replaceAll(project, replicas)}`);
    });
  }
});
