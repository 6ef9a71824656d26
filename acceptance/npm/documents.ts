import { returning, type TestedPackage } from "./tested-package.ts";

/** Documents, texts and tables. */
export const documents: TestedPackage[] = [
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
    name: "mustache",
    version: "4.2.0",
    does: "fills a template",
    source: returning(
      'import Mustache from "mustache";',
      '  return Mustache.render("Hello {{name}}", { name: "Ada" });',
    ),
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
    name: "sanitize-html",
    version: "2.13.1",
    does: "removes scripts",
    source: returning(
      'import sanitize from "sanitize-html";',
      '  return sanitize("<b>a</b><script>b</script>") as string;',
    ),
    returns: "<b>a</b>",
  },
];
