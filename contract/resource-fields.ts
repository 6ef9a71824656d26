import { z } from "zod";

/** A member with the types that its row may hold: times are strings in a resource and dates in the database. */
type Stored<Value> = Value extends string ? Value | Date : Value;
type Rest<Schema extends z.ZodObject, Given> = Omit<z.output<Schema>, keyof Given>;
type RowOf<Schema extends z.ZodObject, Given> = {
  [Name in keyof Rest<Schema, Given>]: Stored<Rest<Schema, Given>[Name]>;
};

const told = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Makes a resource from a row and from `given`, by its schema; `given` wins. Times become RFC 3339. It leaves out
 * columns that the schema does not name. It does not compile if a member is missing from both, or has another type.
 */
export function resourceFrom<Schema extends z.ZodObject, Given extends Partial<z.output<Schema>>>(
  schema: Schema,
  row: RowOf<Schema, Given>,
  given: Given,
): z.output<Schema> {
  const all: Record<string, unknown> = { ...row, ...given };
  const members = Object.keys(schema.shape)
    .filter((name) => all[name] !== undefined)
    .map((name) => [name, told(all[name])]);
  return Object.fromEntries(members) as z.output<Schema>;
}

/** The members of a row that a schema names, unchanged. It does not compile if one is missing or has another type. */
export function pickFields<Schema extends z.ZodObject>(
  schema: Schema,
  row: { [Name in keyof z.output<Schema>]: z.output<Schema>[Name] },
): z.output<Schema> {
  const all: Record<string, unknown> = row;
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, all[name]])) as z.output<Schema>;
}

type Bare<Member> =
  Member extends z.ZodDefault<infer Inner> ? Inner : Member extends z.ZodOptional<infer Inner> ? Inner : Member;
type Patch<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<Bare<Shape[Name]> & z.ZodType> };

const bareOf = (member: z.core.$ZodType): z.core.$ZodType =>
  member instanceof z.ZodDefault || member instanceof z.ZodOptional ? member.unwrap() : member;

/** The body of a PATCH, derived from the body that creates the resource: omitted members stay unchanged. */
export function patchOf<Shape extends z.ZodRawShape>(
  made: z.ZodObject<Shape>,
): z.ZodObject<Patch<Shape>, z.core.$strict> {
  const members = Object.entries(made.shape).map(([name, member]) => [name, z.optional(bareOf(member))]);
  return z.strictObject(Object.fromEntries(members) as Patch<Shape>);
}

type Fields<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodType<z.output<Shape[Name]>> };

/** A stored text may be older than a rule about it. */
function asStored(member: z.core.$ZodType): z.core.$ZodType {
  const bare = bareOf(member);
  if (bare instanceof z.ZodNullable) return z.nullable(asStored(bare.unwrap()));
  return bare instanceof z.ZodString ? z.string() : bare;
}

/** The stored and displayed fields of a resource, derived from the body that creates it. */
export function fieldsOf<Shape extends z.ZodRawShape>(made: z.ZodObject<Shape>): z.ZodObject<Fields<Shape>> {
  const members = Object.entries(made.shape).map(([name, member]) => [name, asStored(member)]);
  return z.object(Object.fromEntries(members) as Fields<Shape>);
}

type Sparse<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodType<NonNullable<z.output<Shape[Name]>>>>;
};

/** The same fields, left out at their default. */
export function sparse<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>): z.ZodObject<Sparse<Shape>> {
  const members = Object.entries(shape).map(([name, member]) => [
    name,
    z.optional(member instanceof z.ZodNullable ? member.unwrap() : member),
  ]);
  return z.object(Object.fromEntries(members) as Sparse<Shape>);
}
