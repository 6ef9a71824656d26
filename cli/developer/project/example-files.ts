const hello = `import type { Config, Context } from "ferrule";

export const config = { name: "Say hello" } satisfies Config;

interface Input {
  /** Whom to greet. */
  name: string;
}

/** Greets somebody. */
export default function sayHello({ name }: Input, ctx: Context) {
  ctx.log.info("greeted", { name });
  return { greeting: \`Hello, \${name}!\` };
}
`;

const assistant = `# Tools for MCP clients. Each names the Function that it calls.
kind: mcp
name: Assistant
tools:
  say_hello:
    function: say-hello
`;

/** An example Function and endpoint. */
export const exampleFiles: ReadonlyMap<string, string> = new Map([
  ["functions/say-hello.ts", hello],
  ["endpoints/assistant.yaml", assistant],
]);

const tsconfig = {
  compilerOptions: {
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    moduleDetection: "force",
    lib: ["esnext"],
    types: [],
    strict: true,
    isolatedModules: true,
    skipLibCheck: true,
    noEmit: true,
    paths: { "lib/*": ["./lib/*.ts", "./lib/*/index.ts"] },
  },
  include: ["ferrule.d.ts", "project.d.ts", "functions", "lib"],
};

/** The files of every folder that its author may edit freely once they exist. */
export const firstFiles = (installation: string, project: string): ReadonlyMap<string, string> =>
  new Map([
    [
      "ferrule.yaml",
      `# Which Project of which Ferrule this folder is.\nformat: 1\ninstallation: ${installation}\nproject: ${project}\n`,
    ],
    ["tsconfig.json", `${JSON.stringify(tsconfig, null, 2)}\n`],
  ]);
