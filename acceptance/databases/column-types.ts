import type { OpenedConnection } from "@ferrule/contract/internal/connections.ts";

/** A column type, with a written value and the value that we read back. */
export interface ColumnType {
  /** As in `create table`. */
  type: string;
  /** The source of the value that is written; a function gets `ctx.sql`. */
  write: string;
  /** The value that a row then holds. */
  read: unknown;
  /**
   * The source of a function that turns a row's value into a value for a statement. Without it, the statement gets the
   * value itself.
   */
  back?: string;
}

const date = `new Date("2026-02-03T04:05:06.789Z")`;
const bytes = {
  write: "new Uint8Array([0, 255, 39, 92])",
  read: "AP8nXA==",
  back: "(held) => Uint8Array.fromBase64(held)",
};
const json = {
  write: `(sql) => sql.json({ a: [1, null, "ü"], at: "2026-02-03T04:05:06.789Z" })`,
  read: { a: [1, null, "ü"], at: "2026-02-03T04:05:06.789Z" },
  back: "(held, sql) => sql.json(held)",
};
const list = { write: `(sql) => sql.json([[1], "2026-02-03T04:05:06.789Z"])`, read: [[1], "2026-02-03T04:05:06.789Z"] };
const jsonList = { ...list, back: "(held, sql) => sql.json(held)" };
const text = { write: `"ü'\\\\\\" 😀"`, read: `ü'\\" 😀` };

const common: ColumnType[] = [
  { type: "smallint", write: "-32768", read: -32_768 },
  { type: "int", write: "2147483647", read: 2_147_483_647 },
  { type: "bigint", write: "9223372036854775807n", read: "9223372036854775807" },
  { type: "bigint", write: "5", read: "5" },
  { type: "numeric(20,5)", write: `"123456789012345.67891"`, read: "123456789012345.67891" },
  { type: "double precision", write: "0.1", read: 0.1 },
  { type: "double precision", write: "1e300", read: 1e300 },
  { type: "varchar(80)", ...text },
  { type: "varchar(80)", write: `"2026-02-03T04:05:06.789Z"`, read: "2026-02-03T04:05:06.789Z" },
  { type: "char(5)", write: `"abcde"`, read: "abcde" },
  { type: "text", ...text },
  { type: "date", write: date, read: "2026-02-03" },
  { type: "date", write: `"2026-02-03"`, read: "2026-02-03" },
  { type: "date", write: `"2026-02-03T23:05:06-02:00"`, read: "2026-02-04" },
  { type: "date", write: `"0044-03-15"`, read: "0044-03-15" },
  { type: "json", ...json },
  { type: "json", ...jsonList },
  {
    type: "json",
    write: `'{"n":9007199254740993,"m":-5,"x":0.1}'`,
    read: { n: "9007199254740993", m: -5, x: 0.1 },
    back: json.back,
  },
  { type: "int", write: "null", read: null },
];

const postgresql: ColumnType[] = [
  ...common.filter(({ write }) => !write.includes("-02:00")),
  { type: "boolean", write: "true", read: true },
  { type: "real", write: "1.5", read: 1.5 },
  { type: "double precision", write: "NaN", read: "NaN" },
  { type: "double precision", write: "-Infinity", read: "-Infinity" },
  { type: "numeric", write: "NaN", read: "NaN" },
  { type: "timestamptz", write: date, read: "2026-02-03T04:05:06.789Z" },
  { type: "timestamptz", write: `"2026-02-03T06:05:06.123456+02:00"`, read: "2026-02-03T04:05:06.123456Z" },
  { type: "timestamptz", write: `"infinity"`, read: "infinity" },
  { type: "timestamptz", write: `"0044-03-15 00:00:00+00 BC"`, read: "0044-03-15T00:00:00+00 BC" },
  { type: "timestamp", write: date, read: "2026-02-03T04:05:06.789" },
  { type: "timestamp", write: `"2026-02-03T04:05:06"`, read: "2026-02-03T04:05:06" },
  { type: "time", write: `"04:05:06"`, read: "04:05:06" },
  { type: "timetz", write: `"04:05:06+02"`, read: "04:05:06+02" },
  { type: "interval", write: `"1 day 02:03:04"`, read: "P1DT2H3M4S" },
  { type: "bytea", ...bytes },
  { type: "jsonb", ...json },
  { type: "jsonb", ...jsonList },
  { type: "uuid", write: `"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"`, read: "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11" },
  { type: "inet", write: `"10.1.2.3/8"`, read: "10.1.2.3/8" },
  { type: "int[]", write: "[1, null, 3]", read: [1, null, 3] },
  {
    type: "int[]",
    write: "[[1, 2], [3, 4]]",
    read: [
      [1, 2],
      [3, 4],
    ],
  },
  { type: "int[]", write: "[]", read: [] },
  { type: "bigint[]", write: "[1n, 2n]", read: ["1", "2"] },
  {
    type: "text[]",
    write: `["a", 'b"c', null, "{d}", "NULL", "", "e\\\\\\\\f, g"]`,
    read: ["a", 'b"c', null, "{d}", "NULL", "", "e\\\\f, g"],
  },
  { type: "boolean[]", write: "[true, false]", read: [true, false] },
  { type: "float8[]", write: "[0.1, NaN]", read: [0.1, "NaN"] },
  { type: "timestamptz[]", write: `[${date}]`, read: ["2026-02-03T04:05:06.789Z"] },
  { type: "date[]", write: `[${date}]`, read: ["2026-02-03"] },
  {
    type: "bytea[]",
    write: `[${bytes.write}, null]`,
    read: [bytes.read, null],
    back: "(held) => held.map((one) => one === null ? null : Uint8Array.fromBase64(one))",
  },
];

const mysql: ColumnType[] = [
  ...common,
  { type: "tinyint(1)", write: "true", read: 1 },
  { type: "tinyint unsigned", write: "255", read: 255 },
  { type: "mediumint", write: "-8388608", read: -8_388_608 },
  { type: "int unsigned", write: "4294967295", read: 4_294_967_295 },
  { type: "bigint unsigned", write: "18446744073709551615n", read: "18446744073709551615" },
  { type: "decimal(10,2)", write: "1.1", read: "1.10" },
  { type: "float", write: "1.5", read: 1.5 },
  { type: "year", write: "2026", read: 2026 },
  { type: "timestamp(3)", write: date, read: "2026-02-03T04:05:06.789Z" },
  { type: "timestamp(6)", write: `"2026-02-03T06:05:06.123456+02:00"`, read: "2026-02-03T04:05:06.123456Z" },
  { type: "timestamp", write: `new Date("2026-02-03T04:05:06Z")`, read: "2026-02-03T04:05:06Z" },
  { type: "datetime(3)", write: date, read: "2026-02-03T04:05:06.789" },
  { type: "datetime(6)", write: `"2026-02-03T04:05:06.123456Z"`, read: "2026-02-03T04:05:06.123456" },
  { type: "datetime", write: `"2026-02-03T04:05:06"`, read: "2026-02-03T04:05:06" },
  { type: "datetime", write: `new Date("2026-02-03T00:00:00Z")`, read: "2026-02-03T00:00:00" },
  { type: "time(3)", write: date, read: "04:05:06.789" },
  { type: "time", write: `"-838:59:59"`, read: "-838:59:59" },
  { type: "blob", ...bytes },
  { type: "varbinary(20)", ...bytes },
  { type: "binary(4)", ...bytes },
  { type: "bit(12)", write: "new Uint8Array([15, 1])", read: "DwE=", back: bytes.back },
  { type: "enum('a','ü')", write: `"ü"`, read: "ü" },
  { type: "set('a','b')", write: `"a,b"`, read: "a,b" },
];

/** The usual types of tables, by the kind of the server. */
export const columnTypes: Record<OpenedConnection["kind"], readonly ColumnType[]> = { postgresql, mysql };
