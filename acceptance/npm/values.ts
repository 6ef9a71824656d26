import { returning, type TestedPackage } from "./tested-package.ts";

/** Values: dates, numbers, lists, checks, identifiers. */
export const values: TestedPackage[] = [
  {
    name: "underscore",
    version: "1.13.7",
    does: "groups",
    source: returning(
      'import { groupBy } from "underscore";',
      `  return groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even"));`,
    ),
    returns: { odd: [1, 3], even: [2] },
    always: true,
  },
  {
    name: "mime",
    version: "3.0.0",
    does: "names the type of a file",
    source: returning('import mime from "mime";', `  return [mime.getType("a.pdf"), mime.getExtension("text/html")];`),
    returns: ["application/pdf", "html"],
    always: true,
  },
  {
    name: "node-uuid",
    version: "1.4.8",
    does: "makes an identifier",
    source: returning('import uuid from "node-uuid";', `  return String(uuid.v4()).length;`),
    returns: 36,
    always: true,
  },
  {
    name: "dayjs",
    version: "1.11.13",
    does: "formats in a time zone with its plugins",
    source: returning(
      `import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
dayjs.extend(utc);
dayjs.extend(timezone);`,
      '  return dayjs("2026-03-01T12:00:00Z").tz("Europe/Berlin").format("YYYY-MM-DD HH:mm");',
    ),
    returns: "2026-03-01 13:00",
    always: true,
  },
  {
    name: "luxon",
    version: "3.5.0",
    does: "adds a month in a time zone",
    source: returning(
      'import { DateTime } from "luxon";',
      '  return DateTime.fromISO("2026-01-31T10:00:00", { zone: "Europe/Berlin" }).plus({ months: 1 }).toISODate();',
    ),
    returns: "2026-02-28",
  },
  {
    name: "date-fns",
    version: "4.1.0",
    does: "adds days and formats",
    source: returning(
      'import { addDays, format } from "date-fns";',
      '  return format(addDays(new Date(2026, 1, 27), 2), "yyyy-MM-dd");',
    ),
    returns: "2026-03-01",
  },
  {
    name: "lodash",
    version: "4.17.21",
    does: "groups and sorts",
    source: returning(
      'import _lodash, { groupBy } from "lodash";',
      '  return [groupBy([1, 2, 3], (n) => (n % 2 === 0 ? "even" : "odd")), _lodash.sortBy([3, 1, 2])];',
    ),
    returns: [{ odd: [1, 3], even: [2] }, [1, 2, 3]],
  },
  {
    name: "lodash-es",
    version: "4.17.21",
    does: "groups",
    source: returning('import { groupBy } from "lodash-es";', '  return groupBy(["a", "bb"], "length");'),
    returns: { "1": ["a"], "2": ["bb"] },
  },
  {
    name: "ramda",
    version: "0.30.1",
    does: "composes",
    source: returning('import * as R from "ramda";', "  return R.pipe(R.map((n: number) => n * 2), R.sum)([1, 2, 3]);"),
    returns: 12,
  },
  {
    name: "zod",
    version: "4.1.12",
    does: "checks an object",
    source: returning(
      'import { z } from "zod";\nconst order = z.object({ id: z.string().min(2), total: z.number().positive() });',
      '  return [order.safeParse({ id: "a1", total: 3 }).success, order.safeParse({ id: "a", total: 3 }).success];',
    ),
    returns: [true, false],
    note: "A Zod schema can also [be the input's declaration](#zod).",
    always: true,
  },
  {
    name: "yup",
    version: "1.4.0",
    does: "checks an object",
    source: returning(
      'import { object, string } from "yup";\nconst order = object({ email: string().email().required() });',
      '  return [await order.isValid({ email: "a@b.example" }), await order.isValid({ email: "a" })];',
    ),
    returns: [true, false],
  },
  {
    name: "joi",
    version: "17.13.3",
    does: "checks an object",
    source: returning(
      'import Joi from "joi";\nconst order = Joi.object({ id: Joi.string().min(2).required() });',
      '  return [order.validate({ id: "a1" }).error === undefined, order.validate({ id: "a" }).error?.message ?? ""];',
    ),
    returns: [true, '"id" length must be at least 2 characters long'],
  },
  {
    name: "ajv",
    version: "8.17.1",
    does: "compiles a schema and checks with it",
    source: returning(
      'import { Ajv } from "ajv";',
      `  const check = new Ajv().compile({ type: "object", required: ["a"] });
  return [check({ a: 1 }) as boolean, check({}) as boolean];`,
    ),
    returns: [true, false],
  },
  {
    name: "uuid",
    version: "11.0.3",
    does: "makes and reads identifiers",
    source: returning(
      'import { v4, v5, validate } from "uuid";',
      '  return [validate(v4()), v5("ferrule", v5.DNS).length];',
    ),
    returns: [true, 36],
  },
  {
    name: "nanoid",
    version: "5.0.9",
    does: "makes an identifier",
    source: returning('import { nanoid } from "nanoid";', "  return nanoid(12).length;"),
    returns: 12,
  },
  {
    name: "ulid",
    version: "2.3.0",
    does: "makes an identifier and reads its time",
    source: returning('import { decodeTime, ulid } from "ulid";', "  return decodeTime(ulid(1_700_000_000_000));"),
    returns: 1_700_000_000_000,
  },
  {
    name: "big.js",
    version: "6.2.2",
    does: "calculates exactly",
    source: returning('import Big from "big.js";', '  return new Big("0.1").plus("0.2").toString() as string;'),
    returns: "0.3",
  },
  {
    name: "decimal.js",
    version: "10.4.3",
    does: "calculates exactly",
    source: returning('import { Decimal } from "decimal.js";', '  return new Decimal("0.1").plus("0.2").toString();'),
    returns: "0.3",
  },
  {
    name: "slugify",
    version: "1.6.6",
    does: "makes a slug",
    source: returning('import slugify from "slugify";', '  return slugify("Grüße Welt", { lower: true });'),
    returns: "grusse-welt",
  },
  {
    name: "semver",
    version: "7.6.3",
    does: "compares versions",
    source: returning(
      'import semver from "semver";',
      '  return [semver.satisfies("1.4.2", "^1.2.0") as boolean, semver.inc("1.2.3", "minor") as string];',
    ),
    returns: [true, "1.3.0"],
  },
  {
    name: "p-limit",
    version: "6.1.0",
    does: "bounds what runs at once",
    source: returning(
      'import pLimit from "p-limit";',
      "  const limit = pLimit(2);\n  return Promise.all([1, 2, 3].map((n) => limit(async () => n * 2)));",
    ),
    returns: [2, 4, 6],
  },
  {
    name: "p-retry",
    version: "6.2.0",
    does: "tries again",
    source: returning(
      'import pRetry from "p-retry";',
      `  let tries = 0;
  return pRetry(async () => {
    tries += 1;
    if (tries < 3) throw new Error("not yet");
    return tries;
  }, { minTimeout: 1, retries: 3 });`,
    ),
    returns: 3,
  },
  {
    name: "eventemitter3",
    version: "5.0.1",
    does: "emits",
    source: returning(
      'import { EventEmitter } from "eventemitter3";',
      `  const events = new EventEmitter();
  let got = 0;
  events.on("a", (n: number) => (got += n));
  events.emit("a", 3);
  return got;`,
    ),
    returns: 3,
  },
  {
    name: "rxjs",
    version: "7.8.1",
    does: "maps a stream",
    source: returning(
      'import { lastValueFrom, map, of, toArray } from "rxjs";',
      "  return lastValueFrom(of(1, 2).pipe(map((n) => n * 2), toArray()));",
    ),
    returns: [2, 4],
  },
  {
    name: "rrule",
    version: "2.8.1",
    does: "lists occurrences",
    source: returning(
      'import { RRule } from "rrule";',
      `  const rule = new RRule({ freq: RRule.DAILY, count: 2, dtstart: new Date("2026-01-01T00:00:00Z") });
  return rule.all().map((date) => date.toISOString().slice(0, 10));`,
    ),
    returns: ["2026-01-01", "2026-01-02"],
  },
  {
    name: "libphonenumber-js",
    version: "1.11.14",
    does: "reads a phone number",
    source: returning(
      'import { parsePhoneNumber } from "libphonenumber-js";',
      '  return parsePhoneNumber("030 123456", "DE").number as string;',
    ),
    returns: "+4930123456",
  },
  {
    name: "validator",
    version: "13.12.0",
    does: "checks an e-mail address",
    source: returning('import validator from "validator";', '  return validator.isEmail("a@b.example") as boolean;'),
    returns: true,
  },
  {
    name: "bcryptjs",
    version: "2.4.3",
    does: "hashes and compares a password",
    source: returning(
      'import bcrypt from "bcryptjs";',
      `  const hash = (await bcrypt.hash("secret", 4)) as string;
  return [(await bcrypt.compare("secret", hash)) as boolean, (await bcrypt.compare("other", hash)) as boolean];`,
    ),
    returns: [true, false],
  },
  {
    name: "tweetnacl",
    version: "1.0.3",
    does: "signs and verifies",
    source: returning(
      'import nacl from "tweetnacl";',
      `  const keys = nacl.sign.keyPair();
  const signature = nacl.sign.detached(new Uint8Array(3), keys.secretKey);
  return nacl.sign.detached.verify(new Uint8Array(3), signature, keys.publicKey);`,
    ),
    returns: true,
  },
  {
    name: "@noble/hashes",
    version: "1.6.0",
    does: "hashes",
    source: returning(
      'import { sha256 } from "@noble/hashes/sha256";\nimport { bytesToHex } from "@noble/hashes/utils";',
      '  return bytesToHex(sha256("abc")).slice(0, 8);',
    ),
    returns: "ba7816bf",
  },
];
