import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { draftOf, npmLibrary, startTestBuilds } from "../../../../testing/test-builds.ts";

/** The part of Zod's types that inference needs; other tests use the real package. */
const types = `
interface Schema<T> {
  readonly out: T;
  min(n: number): this; max(n: number): this; email(): this; int(): this; positive(): this; gte(n: number): this;
  regex(p: RegExp): this; startsWith(text: string): this; describe(text: string): this; refine(check: (value: T) => boolean): this;
  optional(): Schema<T | undefined>; nullable(): Schema<T | null>; array(): Schema<T[]>; nonempty(): this;
  default(value: T): Schema<T>; parse(value: unknown): T;
}
type Shape = { [name: string]: Schema<any> };
type Optional<S extends Shape> = { [K in keyof S]: undefined extends S[K]["out"] ? K : never }[keyof S];
type Out<S extends Shape> = { [K in keyof S as K extends Optional<S> ? never : K]: S[K]["out"] } & { [K in keyof S as K extends Optional<S> ? K : never]?: S[K]["out"] };
declare namespace z {
  function object<S extends Shape>(shape: S): Schema<{ [K in keyof Out<S>]: Out<S>[K] }>;
  function string(): Schema<string>;
  function number(): Schema<number>;
  function array<T>(item: Schema<T>): Schema<T[]>;
  type infer<T extends Schema<any>> = T["out"];
}
export { z };
`;

const builds = duringTests(startTestBuilds);
before(async () => {
  const files = { "index.js": "exports.z = {};", "index.d.ts": types };
  await builds.registry.publish({ name: "zod", version: "1.0.0", files });
});

async function derive(before: string, shape: string, after = "") {
  const source = `import { z } from "zod";\n${before}\nconst order = z.object({ ${shape} })${after};\nexport default (input: z.infer<typeof order>) => typeof input;`;
  const draft = draftOf(source, { libraries: ["zod"] });
  const { functions } = await builds.builder.build([draft], { libraries: [npmLibrary("zod")] });
  const [built] = functions;
  assert.ok(built);
  const { properties, ...whole } = (built.derived.inputSchema ?? {}) as { properties?: Record<string, object> };
  const told = built.diagnostics.map(({ code, line, message }) => `${line} ${code} ${message.slice(0, 20)}`);
  return { properties, whole, told };
}

describe("an input that is the type of a Zod schema", () => {
  test("has its bounds, formats, patterns and descriptions", async () => {
    const shape =
      'a: z.string().email().describe("To whom"), b: z.number().int().positive().max(9), c: z.string().regex(/^x/).nullable(), d: z.array(z.string().min(1)).max(5), e: z.string().max(3).array(), f: z.number().gte(-1.5).optional(), g: z.string().startsWith("a.b")';
    const { properties, told } = await derive("", shape, '.describe("An order")');
    assert.deepEqual(told, []);
    assert.deepEqual(properties, {
      a: { type: "string", format: "email", description: "To whom" },
      b: { type: "integer", exclusiveMinimum: 0, maximum: 9 },
      c: { type: ["string", "null"], pattern: "^x" },
      d: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 5 },
      e: { type: "array", items: { type: "string", maxLength: 3 } },
      f: { type: "number", minimum: -1.5 },
      g: { type: "string", pattern: String.raw`^a\.b` },
    });
  });
  test("follows constants, and says of each call what cannot be told", async () => {
    const before = "const limit = 3;\nconst email = z.string().email();";
    const shape =
      "email, name: z.string().min(limit), n: z.number().refine((n) => n > 1), p: z.string().regex(/a(?=b)/)";
    const { properties, told } = await derive(before, shape, ".refine((one) => one.n > 0)");
    assert.deepEqual(properties?.["email"], { type: "string", format: "email" });
    assert.deepEqual(told, [
      "4 SCHEMA_ZOD_LOST `.min()` of the Zod ",
      "4 SCHEMA_ZOD_LOST `.refine()` of the Z",
      "4 SCHEMA_ZOD_LOST `.regex()` of the Zo",
      "4 SCHEMA_ZOD_LOST `.refine()` of the Z",
    ]);
  });
  test("ends when a constant is made of itself, or a chain of ten thousand calls", async () => {
    const circle = await derive("const a: any = b;\nconst b: any = a;", "a: a, n: z.number()");
    assert.deepEqual(circle.properties?.["n"], { type: "number" });
    const long = await derive("", `a: z.string()${".min(1)".repeat(500)}`);
    assert.deepEqual(long.properties, { a: { type: "string" } });
  });
});
