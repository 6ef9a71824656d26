import { FunctionError } from "ferrule";

const delimiter = ",";
const maxRows = 1_000;

interface Input {
  /** The text of the CSV file, its first line the names of the columns. @minLength 1 @maxLength 500000 */
  csv: string;
}

/** The fields of each record (RFC 4180): quoted ones may hold the delimiter, line breaks and doubled quotes. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    record.push(field);
    field = "";
  };
  const endRecord = () => {
    endField();
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && field === "") isQuoted = true;
    else if (char === delimiter) endField();
    else if (char === "\n") endRecord();
    else if (char !== "\r") field += char;
  }
  if (isQuoted) throw new FunctionError("CSV_INVALID", "A quoted field is not closed.", { status: 400 });
  if (field !== "" || record.length > 0) endRecord();
  return records;
}

/** Turns a CSV text into rows by the names of their columns. */
export default function csvToJson(input: Input) {
  const [names = [], ...records] = recordsOf(input.csv.replace(/^\uFEFF/, ""));
  const columns = names.map((name, index) => name.trim() || `column${index + 1}`);
  if (new Set(columns).size !== columns.length) {
    throw new FunctionError("CSV_INVALID", "Two columns have the same name.", { status: 400 });
  }
  const rows = records
    .slice(0, maxRows)
    .map((record) => Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ""])));
  return { columns, rows, total: records.length, truncated: records.length > maxRows };
}
