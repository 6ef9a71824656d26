/** One package as the test adds it, and the Function that uses it. */
export interface TestedPackage {
  name: string;
  version: string;
  /** What the Function does with it, for the documentation. */
  does: string;
  /** Of a Function whose input is `{ url: string }`, the address of a server on loopback. */
  source: string;
  /** What the Function returns. */
  returns: unknown;
  /** Other packages that the Function imports, which the list has, too. */
  beside?: string[];
  /** What the documentation says of its limits. */
  note?: string;
  /** Also in `npm test`. */
  always?: true;
}

const returning = (imports: string, body: string, input = "_: { url: string }") =>
  `${imports}\nexport default async function use(${input}) {\n${body}\n}\n`;
const calling = (imports: string, body: string) => returning(imports, body, "input: { url: string }");

/** Packages that Functions use, each with a Function that does something real with it. */
export const testedPackages: TestedPackage[] = [
  {
    name: "pdf-lib",
    version: "1.17.1",
    does: "writes a document and reads it again",
    source: returning(
      'import { PDFDocument, StandardFonts } from "pdf-lib";',
      `  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  made.addPage([300, 200]).drawText("Invoice", { x: 20, y: 100, font });
  const read = await PDFDocument.load(await made.save());
  return [read.getPageCount(), read.getPage(0).getWidth()];`,
    ),
    returns: [1, 300],
    always: true,
  },
  {
    name: "@aws-sdk/client-s3",
    version: "3.1143.0",
    does: "puts and gets an object",
    source: calling(
      'import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";',
      `  const credentials = { accessKeyId: "AKIA0000000000000000", secretAccessKey: "secret" };
  const client = new S3Client({ endpoint: input.url + "/s3", region: "eu-central-1", credentials, forcePathStyle: true });
  const put = await client.send(new PutObjectCommand({ Bucket: "bucket", Key: "a.txt", Body: "hello" }));
  const got = await client.send(new GetObjectCommand({ Bucket: "bucket", Key: "a.txt" }));
  return [put.ETag, await got.Body?.transformToString()];`,
    ),
    returns: ['"etag"', "stored"],
    always: true,
  },
  {
    name: "@aws-sdk/client-dynamodb",
    version: "3.1143.0",
    does: "reads an item",
    source: calling(
      'import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";',
      `  const credentials = { accessKeyId: "AKIA0000000000000000", secretAccessKey: "secret" };
  const client = new DynamoDBClient({ endpoint: input.url + "/dynamodb", region: "eu-central-1", credentials });
  const { Item } = await client.send(new GetItemCommand({ TableName: "orders", Key: { id: { S: "1" } } }));
  return Item?.["id"]?.S ?? null;`,
    ),
    returns: "1",
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
    source: returning(
      'import * as R from "ramda";',
      "  return R.pipe(R.map((n: number) => n * 2), R.sum)([1, 2, 3]);",
    ),
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
    name: "jsonwebtoken",
    version: "9.0.2",
    does: "signs and verifies a token",
    source: returning(
      'import jwt from "jsonwebtoken";',
      `  const token = jwt.sign({ sub: "ada" }, "secret", { algorithm: "HS256", expiresIn: "1h" });
  let refused = "";
  try {
    jwt.verify(token, "other");
  } catch (error) {
    refused = (error as Error).message;
  }
  return [(jwt.verify(token, "secret") as { sub?: string }).sub ?? "", refused];`,
    ),
    returns: ["ada", "invalid signature"],
    always: true,
  },
  {
    name: "jose",
    version: "5.9.6",
    does: "signs and verifies a token",
    source: returning(
      'import { jwtVerify, SignJWT } from "jose";',
      `  const secret = new TextEncoder().encode("a secret of thirty-two characters");
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(secret);
  return (await jwtVerify(token, secret)).payload["a"] ?? null;`,
    ),
    returns: 1,
  },
  {
    name: "twilio",
    version: "5.3.5",
    does: "checks a webhook's signature and sends a message",
    source: calling(
      'import twilio from "twilio";',
      `  const client = twilio("AC00000000000000000000000000000000", "token");
  const answer = await client.request({ method: "post", uri: input.url + "/twilio", data: { To: "+1", Body: "hi" } });
  const valid = twilio.validateRequest("token", "wrong", "https://a.example/", {});
  return [answer.statusCode, valid];`,
    ),
    returns: [201, false],
    always: true,
  },
  {
    name: "@slack/web-api",
    version: "7.7.0",
    does: "posts a message",
    source: calling(
      'import { WebClient } from "@slack/web-api";',
      `  const slack = new WebClient("xoxb-token", { slackApiUrl: input.url + "/slack/" });
  const answer = await slack.chat.postMessage({ channel: "C1", text: "Hello" });
  return answer.ts ?? "";`,
    ),
    returns: "1.0",
    always: true,
  },
  {
    name: "stripe",
    version: "17.4.0",
    does: "reads a customer and checks a webhook",
    source: calling(
      'import Stripe from "stripe";',
      `  const { hostname, port } = new URL(input.url);
  const stripe = new Stripe("sk_test_1", { host: hostname, port: Number(port), protocol: "http" });
  const customer = await stripe.customers.retrieve("cus_1");
  const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload: '{"id":"evt_1","object":"event"}', secret: "whsec_1" });
  const event = await stripe.webhooks.constructEventAsync('{"id":"evt_1","object":"event"}', header, "whsec_1");
  return [customer.id, event.id];`,
    ),
    returns: ["cus_1", "evt_1"],
  },
  {
    name: "resend",
    version: "4.0.1",
    does: "makes a message and asks to send it",
    source: calling(
      'import { Resend } from "resend";',
      `  const resend = new Resend("re_1");
  const { error } = await resend.emails.send({ from: "a@b.example", to: "c@d.example", subject: "Hi", text: "Hello" });
  return [typeof resend.batch.send, input.url !== "", error !== null];`,
    ),
    returns: ["function", true, true],
    note: "Its address cannot be set, so the test sees its request refused: the host is not granted.",
  },
  {
    name: "openai",
    version: "4.73.0",
    does: "asks a model",
    source: calling(
      'import OpenAI from "openai";',
      `  const client = new OpenAI({ apiKey: "sk-1", baseURL: input.url + "/openai" });
  const answer = await client.chat.completions.create({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] });
  return answer.choices[0]?.message.content ?? "";`,
    ),
    returns: "Hello",
  },
  {
    name: "@anthropic-ai/sdk",
    version: "0.32.1",
    does: "asks a model",
    source: calling(
      'import Anthropic from "@anthropic-ai/sdk";',
      `  const client = new Anthropic({ apiKey: "sk-1", baseURL: input.url + "/anthropic" });
  const answer = await client.messages.create({ model: "claude-3-5-sonnet-latest", max_tokens: 10, messages: [{ role: "user", content: "Hi" }] });
  const [first] = answer.content;
  return first?.type === "text" ? first.text : "";`,
    ),
    returns: "Hello",
  },
  {
    name: "axios",
    version: "1.7.7",
    does: "posts JSON and reads an error",
    source: calling(
      'import axios from "axios";',
      `  const { data } = await axios.post<{ echo: unknown }>(input.url + "/echo", { a: 1 });
  const failed = await axios.get(input.url + "/missing").catch((error: unknown) => (axios.isAxiosError(error) ? error.response?.status : 0));
  return [data.echo, failed];`,
    ),
    returns: [{ a: 1 }, 404],
    always: true,
  },
  {
    name: "ky",
    version: "1.7.2",
    does: "posts JSON",
    source: calling(
      'import ky from "ky";',
      '  return (await ky.post(input.url + "/echo", { json: { a: 1 } }).json<{ echo: unknown }>()).echo;',
    ),
    returns: { a: 1 },
  },
  {
    name: "graphql",
    version: "16.9.0",
    does: "parses and runs a query",
    source: returning(
      'import { buildSchema, graphql } from "graphql";',
      `  const schema = buildSchema("type Query { hello: String }");
  const { data } = await graphql({ schema, source: "{ hello }", rootValue: { hello: () => "world" } });
  return data?.["hello"] ?? null;`,
    ),
    returns: "world",
  },
  {
    name: "graphql-request",
    version: "7.1.2",
    does: "asks a server",
    beside: ["graphql"],
    source: calling(
      'import { request } from "graphql-request";',
      '  return (await request<{ hello: string }>(input.url + "/graphql", "{ hello }")).hello;',
    ),
    returns: "world",
  },
  {
    name: "mustache",
    version: "4.2.0",
    does: "fills a template",
    source: returning('import Mustache from "mustache";', '  return Mustache.render("Hello {{name}}", { name: "Ada" });'),
    returns: "Hello Ada",
  },
  {
    name: "handlebars",
    version: "4.7.8",
    does: "compiles and fills a template",
    source: returning(
      'import Handlebars from "handlebars";',
      '  return Handlebars.compile<{ name: string }>("Hello {{name}}")({ name: "Ada" });',
    ),
    returns: "Hello Ada",
  },
  {
    name: "marked",
    version: "15.0.0",
    does: "renders Markdown",
    source: returning('import { marked } from "marked";', '  return await marked.parse("**bold**");'),
    returns: "<p><strong>bold</strong></p>\n",
  },
  {
    name: "cheerio",
    version: "1.0.0",
    does: "reads HTML",
    source: returning(
      'import { load } from "cheerio";',
      `  const $ = load("<ul><li>a</li><li>b</li></ul>");
  return $("li").map((_index, one) => $(one).text()).get();`,
    ),
    returns: ["a", "b"],
    always: true,
  },
  {
    name: "xml2js",
    version: "0.6.2",
    does: "reads and writes XML",
    source: returning(
      'import { Builder, parseStringPromise } from "xml2js";',
      `  const read = (await parseStringPromise("<a><b>1</b></a>")) as unknown;
  return [read, new Builder({ headless: true, renderOpts: { pretty: false } }).buildObject({ a: { b: 1 } })];`,
    ),
    returns: [{ a: { b: ["1"] } }, "<a><b>1</b></a>"],
  },
  {
    name: "fast-xml-parser",
    version: "4.5.0",
    does: "reads XML",
    source: returning(
      'import { XMLParser } from "fast-xml-parser";',
      '  return new XMLParser().parse("<a><b>1</b></a>") as unknown;',
    ),
    returns: { a: { b: 1 } },
  },
  {
    name: "papaparse",
    version: "5.4.1",
    does: "reads CSV",
    source: returning(
      'import Papa from "papaparse";',
      '  return Papa.parse("a,b\\n1,2", { header: true }).data as unknown;',
    ),
    returns: [{ a: "1", b: "2" }],
  },
  {
    name: "csv-parse",
    version: "5.5.6",
    does: "reads CSV, at once and as a stream",
    source: returning(
      'import { parse as stream } from "csv-parse";\nimport { parse } from "csv-parse/sync";',
      `  const rows = await new Promise<unknown>((resolve, reject) => {
    stream("a,b\\n3,4", { columns: true }, (error: Error | undefined, records: unknown) => (error ? reject(error) : resolve(records)));
  });
  return [parse("a,b\\n1,2", { columns: true }) as unknown, rows];`,
    ),
    returns: [[{ a: "1", b: "2" }], [{ a: "3", b: "4" }]],
    always: true,
  },
  {
    name: "yaml",
    version: "2.6.0",
    does: "reads and writes YAML",
    source: returning(
      'import { parse, stringify } from "yaml";',
      '  return [parse("a: [1, 2]") as unknown, stringify({ b: true })];',
    ),
    returns: [{ a: [1, 2] }, "b: true\n"],
  },
  {
    name: "js-yaml",
    version: "4.1.0",
    does: "reads YAML",
    source: returning('import yaml from "js-yaml";', '  return yaml.load("a: [1, 2]") as unknown;'),
    returns: { a: [1, 2] },
  },
  {
    name: "qs",
    version: "6.13.0",
    does: "reads and writes queries",
    source: returning(
      'import qs from "qs";',
      '  return [qs.parse("a[b]=1") as unknown, qs.stringify({ a: [1, 2] }, { encode: false })];',
    ),
    returns: [{ a: { b: "1" } }, "a[0]=1&a[1]=2"],
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
    name: "iconv-lite",
    version: "0.6.3",
    does: "reads and writes Windows-1252",
    source: returning(
      'import iconv from "iconv-lite";',
      '  return [[...iconv.encode("é", "win1252")], iconv.decode(Uint8Array.of(0xe9) as never, "win1252")];',
    ),
    returns: [[233], "é"],
  },
  {
    name: "he",
    version: "1.2.0",
    does: "encodes HTML entities",
    source: returning('import he from "he";', '  return [he.encode("<é>") as string, he.decode("&amp;") as string];'),
    returns: ["&#x3C;&#xE9;&#x3E;", "&"],
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
    name: "exceljs",
    version: "4.4.0",
    does: "writes a workbook and reads it again",
    source: returning(
      'import ExcelJS from "exceljs";',
      `  const book = new ExcelJS.Workbook();
  book.addWorksheet("Sheet").addRow(["a", 1]);
  const bytes = await book.xlsx.writeBuffer();
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(bytes);
  return read.getWorksheet("Sheet")?.getCell("B1").value as unknown;`,
    ),
    returns: 1,
  },
  {
    name: "@octokit/rest",
    version: "21.0.2",
    does: "reads a repository",
    source: calling(
      'import { Octokit } from "@octokit/rest";',
      `  const octokit = new Octokit({ baseUrl: input.url + "/github", auth: "token" });
  const { data } = await octokit.repos.get({ owner: "acme", repo: "shop" });
  return data.full_name;`,
    ),
    returns: "acme/shop",
  },
  {
    name: "@notionhq/client",
    version: "2.2.15",
    does: "reads a user",
    source: calling(
      'import { Client } from "@notionhq/client";',
      `  const notion = new Client({ auth: "secret", baseUrl: input.url + "/notion", fetch });
  return (await notion.users.me({})).id;`,
    ),
    returns: "user_1",
  },
  {
    name: "ical.js",
    version: "2.1.0",
    does: "reads a calendar",
    source: returning(
      'import ICAL from "ical.js";',
      `  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:Lunch", "END:VEVENT", "END:VCALENDAR"].join("\\r\\n");
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  return event?.getFirstPropertyValue("summary") as unknown;`,
    ),
    returns: "Lunch",
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
    name: "sanitize-html",
    version: "2.13.1",
    does: "removes scripts",
    source: returning(
      'import sanitize from "sanitize-html";',
      '  return sanitize("<b>a</b><script>b</script>") as string;',
    ),
    returns: "<b>a</b>",
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

/** A package that is refused when it is added, with what its refusal says. */
export interface RefusedPackage {
  name: string;
  version: string;
  says: RegExp;
  /** For the documentation, where the list of well-known packages does not have it. */
  why?: string;
}

export const refusedByTest: RefusedPackage[] = [
  { name: "pg", version: "8.13.1", says: /network connections of its own.*PostgREST/ },
  { name: "sharp", version: "0.33.5", says: /native code.*image service/ },
  { name: "puppeteer", version: "23.9.0", says: /programs or threads.*rendering service/ },
  { name: "bcrypt", version: "5.1.1", says: /native code.*bcryptjs/ },
  {
    name: "googleapis",
    version: "144.0.0",
    says: /larger unpacked/,
    why: "it is larger unpacked than a Library may be (64 MiB). Use the package of one API, such as `@googleapis/drive`, or its REST API with `fetch`.",
  },
  {
    name: "tcp-port-used",
    version: "1.0.2",
    says: /needs Node's module "net": it opens network connections of its own/,
    why: "it opens network connections of its own, and nothing but looking at it told that.",
  },
  {
    name: "microtime",
    version: "3.1.1",
    says: /native code/,
    why: "it runs native code, and nothing but looking at it told that.",
  },
];
