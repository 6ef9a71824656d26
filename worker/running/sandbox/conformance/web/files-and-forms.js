import { collect, observeAll, throws } from "./observe.ts";

/**
 * https://w3c.github.io/FileAPI and https://xhr.spec.whatwg.org/#formdata
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "a Blob of parts",
    async () => {
      const b = new Blob(
        [
          "a",
          new Uint8Array([98]),
          new Blob(["c"]),
          new ArrayBuffer(1),
          5,
          new DataView(new Uint8Array([100, 101]).buffer, 1),
        ],
        { type: "Text/X" },
      );
      return [
        b.size,
        b.type,
        (await b.text()).replace("\0", "0"),
        (await b.arrayBuffer()).byteLength,
        (await b.bytes()).length,
        String(b),
      ];
    },
    [6, "text/x", "abc05e", 6, 6, "[object Blob]"],
  ],
  [
    "a Blob of what is no sequence",
    async () => {
      return [
        () => new Blob("text"),
        () => new Blob(1),
        () => new Blob(null),
        () => new Blob({}),
        () => new Blob([], 1),
        () => new Blob([], { endings: "x" }),
        () => Blob(),
      ].map(throws);
    },
    Array.from({ length: 7 }, () => "TypeError"),
  ],
  [
    "slices of a Blob",
    async () => {
      const b = new Blob(["0123456789"], { type: "a/b" });
      return Promise.all(
        [[2, 5], [-3], [5, 2], [0, -8], [3, 100], [-100, 2], [], [1.9, 3.9]].map((a) => b.slice(...a).text()),
      ).then((t) => [...t, b.slice(0, 1).type, b.slice(0, 1, "C/D").type, b.slice(0, 1, "\u0100").type]);
    },
    ["234", "789", "", "01", "3456789", "01", "0123456789", "12", "", "c/d", ""],
  ],
  [
    "endings, types with odd characters, lone surrogates",
    async () => {
      return [
        await new Blob(["a\r\nb\rc"], { endings: "native" }).text(),
        new Blob([], { type: "a\u00e9" }).type,
        await new Blob(["\ud800"]).text(),
      ];
    },
    ["a\nb\nc", "", "\ufffd"],
  ],
  [
    "a Blob's stream gives bytes in chunks",
    async () => {
      const chunks = await collect(new Blob([new Uint8Array(150000)]).stream());
      return [
        chunks.length,
        chunks[0] instanceof Uint8Array,
        chunks.reduce((n, c) => n + c.length, 0),
        (await collect(new Blob([]).stream())).length,
      ];
    },
    [3, true, 150_000, 0],
  ],
  [
    "a File",
    async () => {
      const f = new File(["a"], "n/ame", { lastModified: 5, type: "X/y" });
      return [
        f.name,
        f.lastModified,
        f.type,
        f.size,
        f instanceof Blob,
        Math.abs(new File([], "a").lastModified - Date.now()) < 5000,
        throws(() => new File([])),
        throws(() => new File("a", "b")),
        Object.keys(f),
      ];
    },
    ["n/ame", 5, "x/y", 1, true, true, "TypeError", "TypeError", []],
  ],
  [
    "a FormData's entries",
    async () => {
      const f = new FormData();
      f.append("a", 1);
      f.append("b", null);
      f.append("a", "2");
      f.set("a", "3");
      f.set("c", "4");
      const all = [...f];
      f.delete("b");
      return [all, f.has("b"), f.get("b"), f.getAll("a"), [...f.keys()], f.get("zz")];
    },
    [
      [
        ["a", "3"],
        ["b", "null"],
        ["c", "4"],
      ],
      false,
      null,
      ["3"],
      ["a", "c"],
      null,
    ],
  ],
  [
    "files in a FormData",
    async () => {
      const f = new FormData();
      const file = new File(["x"], "n", { lastModified: 5 });
      f.append("a", file);
      f.append("b", file, "other");
      f.append("c", new Blob(["y"]));
      return [
        f.get("a") === file,
        f.get("b").name,
        f.get("b").lastModified,
        f.get("c").name,
        f.get("c") instanceof File,
        throws(() => f.append("a", "text", "name")),
        throws(() => f.append("a")),
        throws(() => new FormData({})),
      ];
    },
    [true, "other", 5, "blob", true, "TypeError", "TypeError", "TypeError"],
  ],
  [
    "a FormData listed while it changes",
    async () => {
      const f = new FormData();
      f.append("a", "1");
      f.append("b", "2");
      const seen = [];
      for (const [n] of f) {
        seen.push(n);
        if (n === "a") f.append("c", "3");
      }
      f.forEach((v, k, all) => seen.push(v + k + (all === f)));
      return seen;
    },
    ["a", "b", "c", "1atrue", "2btrue", "3ctrue"],
  ],
];

export default observeAll(cases);
