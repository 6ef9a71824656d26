import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openProject } from "@ferrule/acceptance/deploy.ts";
import type { TestPlatform } from "@ferrule/acceptance/platform.ts";

const cases = Array.from({ length: 45 }, (_, at) => {
  return `  if (input.amount > ${at * 100} && input.country === "${at % 2 === 0 ? "DE" : "FR"}") rate += ${at} / 1_000; // Step ${at}.`;
}).join("\n");

/** A Function of about 5 KB. */
export const source = (number: number, version: number) => `import type { Context } from "ferrule";

interface Input {
  /** The amount in cents. @minimum 0 */
  amount: number;
  country: "DE" | "FR";
}

/** Rates an order by rule ${number}. */
export default async function rate${number}(input: Input, ctx: Context): Promise<{ rate: number; version: number }> {
  let rate = ${number} / 1_000;
${cases}
  ctx.log.debug("rated", { amount: input.amount });
  return { rate, version: ${version} };
}
`;

/** The folder of a Project with Functions of 5 KB, each offered as a route. */
export interface BenchFolder {
  folder: string;
  project: string;
  write: (path: string, text: string) => void;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "ferrule-bench-folder-"));

/** Writes a folder for a new Project, and makes a token of a developer of it. */
export async function writeFolder(platform: TestPlatform, functions: number): Promise<BenchFolder & { token: string }> {
  const client = await platform.signInAsOwner();
  const { id, slug: project } = await openProject(client);
  const { value: token } = await client.createToken({ body: { name: "dev", role: "developer", projectId: id } });
  const folder = newFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("ferrule.yaml", `format: 1\ninstallation: ${platform.url}\nproject: ${project}\n`);
  const numbers = Array.from({ length: functions }, (_, number) => number);
  for (const number of numbers) write(`functions/f${number}.ts`, source(number, 0));
  const routes = numbers.map((number) => `  POST /f${number}:\n    function: f${number}\n`).join("");
  write("endpoints/api.yaml", `kind: http\nroutes:\n${routes}`);
  return { folder, project, token, write };
}

/** The program of the developers' command, and what a process of it sees. */
export const command = join(import.meta.dirname, "..", "..", "cli", "developer", "main.ts");
export const environmentOf = (platform: Pick<TestPlatform, "url">, folder: string, token: string) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder,
  FERRULE_URL: platform.url,
  FERRULE_TOKEN: token,
});
