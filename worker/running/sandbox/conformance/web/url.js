import { observeAll, throws } from "./observe.ts";

const href = (url, expected) => [`${url} is ${expected}`, async () => URL.parse(url)?.href ?? "no URL", expected];

/**
 * https://url.spec.whatwg.org and https://urlpattern.spec.whatwg.org
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "all parts of one",
    async () => {
      const u = new URL("https://us%20er:p%40ss@EXAMPLE.com:8443/a/./b/../c%20d?q=1#h");
      return [u.protocol, u.username, u.password, u.host, u.pathname, u.search, u.hash, u.origin, u.port, u.hostname];
    },
    [
      "https:",
      "us%20er",
      "p%40ss",
      "example.com:8443",
      "/a/c%20d",
      "?q=1",
      "#h",
      "https://example.com:8443",
      "8443",
      "example.com",
    ],
  ],
  [
    "relative to another",
    async () => {
      return ["b", "../b", "/b", "?b", "#b", "//b/c", ".", "..", "", "b/../c", "http:b", "https:b"].map(
        (r) => new URL(r, "https://h/a/x?q#f").href,
      );
    },
    [
      "https://h/a/b",
      "https://h/b",
      "https://h/b",
      "https://h/a/x?b",
      "https://h/a/x?q#b",
      "https://b/c",
      "https://h/a/",
      "https://h/",
      "https://h/a/x?q",
      "https://h/a/c",
      "http://b/",
      "https://h/a/b",
    ],
  ],
  href("HTTP://EXAMPLE.com:80/%7Efoo/../bar", "http://example.com/bar"),
  href("https://example.com:443", "https://example.com/"),
  href("  \t https://exa\nmple.com/ ", "https://example.com/"),
  href("https:\\\\example.com\\a\\b", "https://example.com/a/b"),
  href("https://0x7f.1/", "https://127.0.0.1/"),
  href("http://017700000001/", "http://127.0.0.1/"),
  href("http://2130706433/", "http://127.0.0.1/"),
  href("http://1.2.3/", "http://1.2.0.3/"),
  href("http://256.1.1.1/", "no URL"),
  href("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
  href("http://[1:0:0:2::3:0]/", "http://[1::2:0:0:3:0]/"),
  href("http://[fe80::1%25eth0]/", "no URL"),
  href("http://exa mple.com/", "no URL"),
  href("http://a%00b/", "no URL"),
  href("http://faß.example/", "http://xn--fa-hia.example/"),
  href("http://日本語.example/", "http://xn--wgv71a119e.example/"),
  href("http://Ａｂ.com/", "http://ab.com/"),
  href("http://example.com:99999/", "no URL"),
  href("http://example.com:8a/", "no URL"),
  href("http:///example.com", "http://example.com/"),
  href("mailto:a b@c", "mailto:a b@c"),
  href("data:text/plain,a b#c d", "data:text/plain,a b#c%20d"),
  href("file:///C|/a/../b", "file:///C:/b"),
  href("http://h/a%2e%2e/b/%2e%2E/c", "http://h/a%2e%2e/c"),
  href("http://h/?a=b c'd\"e<f>", "http://h/?a=b%20c%27d%22e%3Cf%3E"),
  href("http://h/{a}^b|c`d", "http://h/%7Ba%7D%5Eb|c%60d"),
  href("//example.com", "no URL"),
  href("", "no URL"),
  [
    "what is no URL throws",
    async () => {
      return [
        throws(() => new URL("nonsense")),
        throws(() => new URL()),
        throws(() => new URL("a", "b")),
        URL.canParse("nonsense"),
        URL.canParse("a", "https://h"),
        URL.parse("nonsense"),
      ];
    },
    ["TypeError", "TypeError", "TypeError", false, true, null],
  ],
  [
    "setting parts",
    async () => {
      const u = new URL("https://h/a");
      u.protocol = "http";
      u.host = "x:81";
      u.pathname = "b c";
      u.search = "q=ü";
      u.hash = "z";
      u.username = "me@";
      u.port = "80";
      return [u.href, String(u), u.toJSON()];
    },
    ["http://me%40@x/b%20c?q=%C3%BC#z", "http://me%40@x/b%20c?q=%C3%BC#z", "http://me%40@x/b%20c?q=%C3%BC#z"],
  ],
  [
    "parts that cannot be set stay",
    async () => {
      const u = new URL("https://h:1/a");
      u.port = "x";
      u.hostname = "a b";
      u.protocol = "mailto";
      u.port = "70000";
      return [
        u.href,
        throws(() => {
          u.href = "nonsense";
        }),
      ];
    },
    ["https://h:1/a", "TypeError"],
  ],
  [
    "the query and its parameters are one",
    async () => {
      const u = new URL("https://h/?a=1");
      u.searchParams.append("b", "x y");
      const first = u.search;
      u.search = "?c=2";
      return [first, u.searchParams.get("c"), u.searchParams.has("a"), u.searchParams === u.searchParams];
    },
    ["?a=1&b=x+y", "2", false, true],
  ],
  [
    "URLSearchParams from texts, pairs, objects and forms of them",
    async () => {
      return [
        "?a=1&b=2",
        [
          ["a", "1"],
          ["b", "2"],
        ],
        { a: "1", b: "2" },
        new URLSearchParams("a=1&b=2"),
        new Map([
          ["a", "1"],
          ["b", "2"],
        ]),
      ].map((i) => String(new URLSearchParams(i)));
    },
    Array.from({ length: 5 }, () => "a=1&b=2"),
  ],
  [
    "URLSearchParams decodes and encodes forms",
    async () => {
      const p = new URLSearchParams("a=b+c&d=%zz&e=%C3%BC&=f&g&&h=%F0%9F%98%80");
      return [[...p], String(p), String(new URLSearchParams([["a*-._~ ", "é&="]]))];
    },
    [
      [
        ["a", "b c"],
        ["d", "%zz"],
        ["e", "ü"],
        ["", "f"],
        ["g", ""],
        ["h", "😀"],
      ],
      "a=b+c&d=%25zz&e=%C3%BC&=f&g=&h=%F0%9F%98%80",
      "a*-._%7E+=%C3%A9%26%3D",
    ],
  ],
  [
    "URLSearchParams has, gets, sets, deletes and counts",
    async () => {
      const p = new URLSearchParams("a=1&b=2&a=3");
      const before = [p.get("a"), p.getAll("a"), p.get("x"), p.has("a", "3"), p.has("a", "4"), p.size];
      p.delete("a", "1");
      p.set("b", "9");
      p.set("c", "7");
      return [before, String(p)];
    },
    [["1", ["1", "3"], null, true, false, 3], "b=9&a=3&c=7"],
  ],
  [
    "URLSearchParams sorts by code units and stays stable",
    async () => {
      const p = new URLSearchParams("z=1&a=2&\ufb03=3&\ud83c\udf08=4&a=1");
      p.sort();
      return [...p].map(([k, v]) => k + v);
    },
    ["a2", "a1", "z1", "🌈4", "ﬃ3"],
  ],
  [
    "URLSearchParams refuses pairs that are none",
    async () => {
      return [throws(() => new URLSearchParams([["a"]])), throws(() => new URLSearchParams([["a", "b", "c"]]))];
    },
    ["TypeError", "TypeError"],
  ],
  [
    "lone surrogates become replacement characters",
    async () => {
      return [new URLSearchParams([["\ud800", "x"]]).toString(), new URL("http://h/\ud800").pathname];
    },
    ["%EF%BF%BD=x", "/%EF%BF%BD"],
  ],
  [
    "URLPattern takes parts out of a path",
    async () => {
      const p = new URLPattern({ pathname: "/books/:id(\\d+)/:rest*" });
      return [
        p.test({ pathname: "/books/7/a/b" }),
        p.exec({ pathname: "/books/7/a/b" }).pathname.groups,
        p.test({ pathname: "/books/x" }),
        p.exec({ pathname: "/no" }),
      ];
    },
    [true, { id: "7", rest: "a/b" }, false, null],
  ],
  [
    "URLPattern of a whole URL",
    async () => {
      const p = new URLPattern("https://*.example.com/:a\\?x=*");
      const m = p.exec("https://b.example.com/c?x=1");
      return [
        p.hostname,
        p.protocol,
        m.hostname.groups["0"],
        m.pathname.groups.a,
        m.search.groups["0"],
        p.test("http://b.example.com/c?x=1"),
      ];
    },
    ["*.example.com", "https", "b", "c", "1", false],
  ],
  [
    "URLPattern relative to another URL, and without case",
    async () => {
      return [
        new URLPattern("/a/:b", "https://h").test("https://h/a/1"),
        new URLPattern({ pathname: "/A" }, { ignoreCase: true }).test({ pathname: "/a" }),
        throws(() => new URLPattern("/a")),
      ];
    },
    [true, true, "TypeError"],
  ],
];

export default observeAll(cases);
