import { observeAll, rejects, throws } from "./observe.ts";

/**
 * https://fetch.spec.whatwg.org/#request-class and on
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "a Request is as it was made",
    async () => {
      const r = new Request("https://h/a b?c#d", {
        method: "post",
        headers: { A: "b" },
        body: "x",
        redirect: "manual",
      });
      return [
        r.method,
        r.url,
        r.headers.get("a"),
        r.headers.get("content-type"),
        r.redirect,
        r.bodyUsed,
        r.duplex,
        String(r),
        await r.text(),
        r.bodyUsed,
      ];
    },
    [
      "POST",
      "https://h/a%20b?c#d",
      "b",
      "text/plain;charset=UTF-8",
      "manual",
      false,
      "half",
      "[object Request]",
      "x",
      true,
    ],
  ],
  [
    "methods are folded where they are known, and refused where they must not be",
    async () => {
      return [
        ...["get", "PoSt", "patch", "delete"].map((method) => new Request("https://h", { method }).method),
        ...["CONNECT", "trace", "TRACK", "a b", ""].map((method) => throws(() => new Request("https://h", { method }))),
      ];
    },
    ["GET", "POST", "patch", "DELETE", "TypeError", "TypeError", "TypeError", "TypeError", "TypeError"],
  ],
  [
    "what no Request can be made of",
    async () => {
      return [
        () => new Request(),
        () => new Request("nonsense"),
        () => new Request("https://u:p@h/"),
        () => new Request("https://h", { body: "x" }),
        () => new Request("https://h", { method: "HEAD", body: "x" }),
        () => new Request("https://h", { redirect: "x" }),
        () => new Request("https://h", { signal: {} }),
        () => new Request("https://h", { headers: { "a b": "c" } }),
      ].map(throws);
    },
    Array.from({ length: 8 }, () => "TypeError"),
  ],
  [
    "a Request of another takes its body over",
    async () => {
      const a = new Request("https://h", { method: "PUT", body: "x", headers: { A: "1" } });
      const b = new Request(a, { headers: { B: "2" } });
      return [a.bodyUsed, b.bodyUsed, b.method, [...b.headers.keys()], await b.text(), throws(() => new Request(a))];
    },
    [true, false, "PUT", ["b"], "x", "TypeError"],
  ],
  [
    "clones have their own body",
    async () => {
      const a = new Request("https://h", { method: "POST", body: new Blob(["x"]).stream(), duplex: "half" });
      const b = a.clone();
      return [await b.text(), await a.text(), throws(() => a.clone()), new Response("y").clone().bodyUsed];
    },
    ["x", "x", "TypeError", false],
  ],
  [
    "a signal is followed, not shared",
    async () => {
      const c = new AbortController();
      const r = new Request("https://h", { signal: c.signal });
      const before = [r.signal === c.signal, r.signal.aborted];
      c.abort("z");
      return [before, r.signal.aborted, r.signal.reason, new Request("https://h").signal.aborted];
    },
    [[false, false], true, "z", false],
  ],
  [
    "a Response is as it was made",
    async () => {
      const r = new Response("x", { status: 201, statusText: "Made", headers: { a: "b" } });
      return [
        r.status,
        r.ok,
        r.statusText,
        r.headers.get("a"),
        r.type,
        r.url,
        r.redirected,
        r.bodyUsed,
        String(r),
        r.body instanceof ReadableStream,
      ];
    },
    [201, true, "Made", "b", "default", "", false, false, "[object Response]", true],
  ],
  [
    "what no Response can be made of",
    async () => {
      return [
        () => new Response("", { status: 199 }),
        () => new Response("", { status: 600 }),
        () => new Response("x", { status: 204 }),
        () => new Response("", { status: 304 }),
        () => new Response("", { statusText: "a\nb" }),
        () => Response.json(undefined),
        () => Response.redirect("https://h", 200),
        () => Response.redirect("nonsense"),
        () => Response.json(),
      ].map(throws);
    },
    [
      "RangeError",
      "RangeError",
      "TypeError",
      "TypeError",
      "TypeError",
      "TypeError",
      "RangeError",
      "TypeError",
      "TypeError",
    ],
  ],
  [
    "Response.json, redirect and error",
    async () => {
      const j = Response.json({ a: 1 }, { status: 400 });
      const r = Response.redirect("https://h/x", 307);
      const e = Response.error();
      return [
        j.status,
        j.headers.get("content-type"),
        await j.json(),
        r.status,
        r.headers.get("location"),
        r.body,
        e.type,
        e.status,
        e.ok,
        Response.json(1, { headers: { "content-type": "x/y" } }).headers.get("content-type"),
      ];
    },
    [400, "application/json", { a: 1 }, 307, "https://h/x", null, "error", 0, false, "x/y"],
  ],
  [
    "bodies of each kind, with their types",
    async () => {
      const f = new FormData();
      f.append("a", "b");
      const r = [
        "text",
        new Blob(["b"], { type: "x/y" }),
        new Uint8Array([65]),
        new Uint8Array([65, 66]).subarray(1),
        new ArrayBuffer(2),
        new URLSearchParams("a=b"),
        f,
        null,
        undefined,
        new Blob(["s"]).stream(),
        5,
        {},
      ].map((b) => new Response(b));
      return Promise.all(
        r.map(async (x) => [
          x.headers.get("content-type")?.replace(/boundary=.*/, "boundary"),
          (await x.text()).length > 0,
        ]),
      );
    },
    [
      ["text/plain;charset=UTF-8", true],
      ["x/y", true],
      [null, true],
      [null, true],
      [null, true],
      ["application/x-www-form-urlencoded;charset=UTF-8", true],
      ["multipart/form-data; boundary", true],
      [null, false],
      [null, false],
      [null, true],
      ["text/plain;charset=UTF-8", true],
      ["text/plain;charset=UTF-8", true],
    ].map(([type, full]) => [type ?? null, full]),
  ],
  [
    "a body is read in each way, once",
    async () => {
      const out = [];
      for (const m of ["text", "arrayBuffer", "bytes", "blob", "json"]) {
        const r = new Response("[1]", { headers: { "content-type": "A/B" } });
        const v = await r[m]();
        out.push(
          v instanceof ArrayBuffer
            ? "buffer" + v.byteLength
            : v instanceof Uint8Array
              ? "bytes" + v.length
              : v instanceof Blob
                ? v.type + v.size
                : v,
          await rejects(r.text()),
          r.bodyUsed,
        );
      }
      return out;
    },
    [
      "[1]",
      "TypeError",
      true,
      "buffer3",
      "TypeError",
      true,
      "bytes3",
      "TypeError",
      true,
      "a/b3",
      "TypeError",
      true,
      [1],
      "TypeError",
      true,
    ],
  ],
  [
    "JSON that is none, and a byte order mark",
    async () => {
      return [
        await rejects(new Response("{").json()),
        await new Response("\ufeff1").json(),
        await new Response("\ufeffa").text(),
        await rejects(new Response("").json()),
      ];
    },
    ["SyntaxError", 1, "a", "SyntaxError"],
  ],
  [
    "no body reads as empty, and does not count as used",
    async () => {
      const r = new Response(null);
      return [r.body, await r.text(), r.bodyUsed, await r.text(), (await new Response().arrayBuffer()).byteLength];
    },
    [null, "", false, "", 0],
  ],
  [
    "reading a body's stream uses it, locking it makes it unreadable",
    async () => {
      const a = new Response("abc");
      const reader = a.body.getReader();
      const locked = [a.bodyUsed, await rejects(a.text())];
      const first = await reader.read();
      return [locked, a.bodyUsed, first.value.length, a.body === a.body];
    },
    [[false, "TypeError"], true, 3, true],
  ],
  [
    "a stream of anything but bytes is no body",
    async () => {
      const s = () =>
        new ReadableStream({
          start(c) {
            c.enqueue("text");
            c.close();
          },
        });
      const used = s();
      used.getReader();
      return [await rejects(new Response(s()).text()), throws(() => new Response(used))];
    },
    ["TypeError", "TypeError"],
  ],
  [
    "a failing stream fails the body with its own reason",
    async () => {
      let told;
      try {
        await new Response(
          new ReadableStream({
            pull(c) {
              c.error("why");
            },
          }),
        ).text();
      } catch (e) {
        told = e;
      }
      return told;
    },
    "why",
  ],
  [
    "forms of both kinds are read",
    async () => {
      const f = new FormData();
      f.append("a", "b\nc");
      f.append("a", "d");
      f.append('q"\r\n', new File(["x\r\ny"], 'n"ame.txt', { type: "text/plain" }));
      f.append("e", new Blob([]));
      const g = await new Response(f).formData();
      const file = g.get('q"\r\n');
      const u = await new Response(new URLSearchParams("a=1&b=%20&a=2")).formData();
      return [
        g.getAll("a"),
        file instanceof File,
        file.name,
        file.type,
        await file.text(),
        g.get("e").name,
        g.get("e").size,
        [...u],
      ];
    },
    [
      ["b\r\nc", "d"],
      true,
      'n"ame.txt',
      "text/plain",
      "x\r\ny",
      "blob",
      0,
      [
        ["a", "1"],
        ["b", " "],
        ["a", "2"],
      ],
    ],
  ],
  [
    "forms that are none",
    async () => {
      const r = (t, b) => rejects(new Response(b, { headers: { "content-type": t } }).formData());
      return Promise.all([
        r("text/plain", "a=b"),
        r("multipart/form-data; boundary=x", "nonsense"),
        r("multipart/form-data", "--x--"),
        r("multipart/form-data; boundary=x", "--x\r\n\r\nno name\r\n--x--"),
        new Response("--x--\r\n", { headers: { "content-type": "multipart/form-data; boundary=x" } })
          .formData()
          .then((f) => [...f].length),
      ]);
    },
    ["TypeError", "TypeError", "TypeError", "TypeError", 0],
  ],
];

export default observeAll(cases);
