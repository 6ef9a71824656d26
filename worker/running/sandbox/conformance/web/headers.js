import { observeAll, throws } from "./observe.ts";

/**
 * https://fetch.spec.whatwg.org/#headers-class
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "from an object, pairs, a Map and other headers",
    async () => {
      const h = [
        { A: "1", b: "2" },
        [
          ["A", "1"],
          ["b", "2"],
        ],
        new Map([
          ["A", "1"],
          ["b", "2"],
        ]),
      ].map((i) => [...new Headers(new Headers(i))].join(";"));
      return h;
    },
    ["a,1;b,2", "a,1;b,2", "a,1;b,2"],
  ],
  [
    "of nothing is empty",
    async () => {
      return [[...new Headers()].length, [...new Headers(undefined)].length, [...new Headers({})].length];
    },
    [0, 0, 0],
  ],
  [
    "not of null, a number, a text or pairs of three",
    async () => {
      return [null, 1, "text", [["a"]], [["a", "b", "c"]], [1]].map((i) => throws(() => new Headers(i)));
    },
    Array.from({ length: 6 }, () => "TypeError"),
  ],
  [
    "not of symbols",
    async () => {
      return throws(() => new Headers({ [Symbol.toStringTag]: "x" }));
    },
    "TypeError",
  ],
  [
    "names are folded and sorted when listed",
    async () => {
      return [
        ...new Headers([
          ["b", "1"],
          ["A", "2"],
          ["c", "3"],
        ]).keys(),
      ];
    },
    ["a", "b", "c"],
  ],
  [
    "equal names are joined",
    async () => {
      const h = new Headers([
        ["x", "1"],
        ["X", "2"],
      ]);
      return [h.get("x"), [...h].length];
    },
    ["1, 2", 1],
  ],
  [
    "set-cookie stays apart",
    async () => {
      const h = new Headers([
        ["Set-Cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["a", "x"],
      ]);
      return [[...h], h.get("set-cookie"), h.getSetCookie()];
    },
    [
      [
        ["a", "x"],
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
      "a=1, b=2",
      ["a=1", "b=2"],
    ],
  ],
  [
    "append, set, has and delete",
    async () => {
      const h = new Headers();
      h.append("a", "1");
      h.append("A", "2");
      h.set("b", "3");
      const had = [h.has("a"), h.get("a")];
      h.delete("A");
      h.set("b", "4");
      return [had, h.has("a"), h.get("a"), h.get("b")];
    },
    [[true, "1, 2"], false, null, "4"],
  ],
  [
    "values are trimmed of white space at both ends",
    async () => {
      return new Headers({ a: " \t\r\n x y \n" }).get("a");
    },
    "x y",
  ],
  [
    "names and values that cannot be sent are refused",
    async () => {
      return ["", "a b", "a:", "\u00e4", "a\0"]
        .map((n) => throws(() => new Headers().append(n, "x")))
        .concat(["a\0b", "a\nb", "a\rb", "\u0100"].map((v) => throws(() => new Headers().append("a", v))));
    },
    Array.from({ length: 9 }, () => "TypeError"),
  ],
  [
    "each method checks the name",
    async () => {
      return ["get", "has", "delete"].map((m) => throws(() => new Headers()[m]("a b")));
    },
    ["TypeError", "TypeError", "TypeError"],
  ],
  [
    "values are made texts",
    async () => {
      const h = new Headers({ a: null, b: undefined, c: 1, d: {} });
      return [...h.values()];
    },
    ["null", "undefined", "1", "[object Object]"],
  ],
  [
    "forEach hears value, name and the headers",
    async () => {
      const h = new Headers({ b: "2", a: "1" });
      const seen = [];
      h.forEach(
        function (v, n, all) {
          seen.push(v, n, all === h, this.x);
        },
        { x: 5 },
      );
      return seen;
    },
    ["1", "a", true, 5, "2", "b", true, 5],
  ],
  [
    "changes while listing are seen",
    async () => {
      const h = new Headers([
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ]);
      const seen = [];
      for (const [n] of h) {
        seen.push(n);
        if (n === "a") h.delete("b");
        if (n === "c") h.append("d", "4");
      }
      return seen;
    },
    ["a", "c", "d"],
  ],
  [
    "iterators are the platform's",
    async () => {
      const i = new Headers({ a: "1" })[Symbol.iterator]();
      return [
        String(i),
        i[Symbol.iterator]() === i,
        Headers.prototype.entries === Headers.prototype[Symbol.iterator],
        typeof i.map,
        Object.getPrototypeOf(i).hasOwnProperty("next"),
      ];
    },
    ["[object Headers Iterator]", true, true, "function", true],
  ],
  [
    "headers of a received or made answer cannot be changed",
    async () => {
      return [
        throws(() => Response.error().headers.set("a", "b")),
        throws(() => Response.redirect("https://example.com/").headers.append("a", "b")),
        throws(() => new Response().headers.set("a", "b")),
      ];
    },
    ["TypeError", "TypeError", "nothing"],
  ],
  [
    "an object's own order of reading",
    async () => {
      const seen = [];
      const p = new Proxy(
        { a: "1", b: "2" },
        {
          ownKeys(t) {
            seen.push("keys");
            return Reflect.ownKeys(t);
          },
          get(t, k) {
            seen.push(String(k));
            return t[k];
          },
        },
      );
      new Headers(p);
      return seen;
    },
    ["Symbol(Symbol.iterator)", "keys", "a", "b"],
  ],
];

export default observeAll(cases);
