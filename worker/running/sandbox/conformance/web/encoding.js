import { collect, observeAll, rejects, throws } from "./observe.ts";

const hex = (b) => [...b].map((x) => x.toString(16).padStart(2, "0")).join("");

/**
 * https://encoding.spec.whatwg.org and https://html.spec.whatwg.org/#atob
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "UTF-8 of all planes",
    async () => {
      return hex(new TextEncoder().encode("a\u00e9\u20ac\ud83d\ude00"));
    },
    "61c3a9e282acf09f9880",
  ],
  [
    "lone surrogates are replaced",
    async () => {
      return [hex(new TextEncoder().encode("a\ud800b")), hex(new TextEncoder().encode("\udc00"))];
    },
    ["61efbfbd62", "efbfbd"],
  ],
  [
    "of nothing is empty, of anything its text",
    async () => {
      return [
        new TextEncoder().encode().length,
        new TextEncoder().encode(undefined).length,
        new TextEncoder().encode(null).length,
        new TextEncoder().encoding,
      ];
    },
    [0, 0, 4, "utf-8"],
  ],
  [
    "encodeInto stops at whole characters",
    async () => {
      const b = new Uint8Array(4);
      const r = new TextEncoder().encodeInto("a\u20ac\u20ac", b);
      return [r.read, r.written, [...b]];
    },
    [2, 4, [97, 226, 130, 172]],
  ],
  [
    "labels mean encodings",
    async () => {
      return [
        "utf8",
        " UTF-8 ",
        "latin1",
        "ascii",
        "unicode",
        "utf-16be",
        "iso-8859-2",
        "koi8-r",
        "cp1251",
        "x-mac-cyrillic",
        "csisolatin5",
      ].map((l) => new TextDecoder(l).encoding);
    },
    [
      "utf-8",
      "utf-8",
      "windows-1252",
      "windows-1252",
      "utf-16le",
      "utf-16be",
      "iso-8859-2",
      "koi8-r",
      "windows-1251",
      "x-mac-cyrillic",
      "windows-1254",
    ],
  ],
  [
    "labels that mean none",
    async () => {
      return ["", "nonsense", "utf-7", "utf-32", "replacement", "hz-gb-2312", "utf-8\0"].map((l) =>
        throws(() => new TextDecoder(l)),
      );
    },
    Array.from({ length: 7 }, () => "RangeError"),
  ],
  [
    "encodings of several bytes that are not offered say so",
    async () => {
      return ["shift_jis", "gbk", "euc-kr", "big5", "iso-2022-jp"].map((l) => throws(() => new TextDecoder(l)));
    },
    Array.from({ length: 5 }, () => "RangeError"),
  ],
  [
    "bytes that are no UTF-8 are replaced one by one as the standard says",
    async () => {
      return ["ff", "c0 80", "e2 82", "e2 82 41", "f0 9f 98", "ed a0 80", "f4 90 80 80", "80 80"].map((t) =>
        new TextDecoder().decode(new Uint8Array(t.split(" ").map((x) => parseInt(x, 16)))).replaceAll("\ufffd", "?"),
      );
    },
    ["?", "??", "?", "?A", "?", "???", "????", "??"],
  ],
  [
    "fatal throws instead",
    async () => {
      return [
        throws(() => new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))),
        throws(() => new TextDecoder("utf-16le", { fatal: true }).decode(new Uint8Array([0]))),
        new TextDecoder("utf-8", { fatal: true }).fatal,
      ];
    },
    ["TypeError", "TypeError", true],
  ],
  [
    "a byte order mark goes, or stays where it was asked to",
    async () => {
      const b = new Uint8Array([239, 187, 191, 97]);
      return [
        new TextDecoder().decode(b).length,
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(b).length,
        new TextDecoder("utf-16le").decode(new Uint8Array([255, 254, 97, 0])),
      ];
    },
    [1, 2, "a"],
  ],
  [
    "characters in pieces come together",
    async () => {
      const d = new TextDecoder();
      let t = "";
      for (const b of [240, 159, 152, 128, 97]) t += d.decode(new Uint8Array([b]), { stream: true });
      return t + d.decode();
    },
    "😀a",
  ],
  [
    "what remains unfinished at the end is replaced, and forgotten",
    async () => {
      const d = new TextDecoder();
      const a = d.decode(new Uint8Array([226, 130]), { stream: true });
      const b = d.decode();
      return [a, b, d.decode(new Uint8Array([97]))];
    },
    ["", "\ufffd", "a"],
  ],
  [
    "of buffers, views and parts of them",
    async () => {
      const b = new Uint8Array([97, 98, 99, 100]);
      return [
        new TextDecoder().decode(b.buffer),
        new TextDecoder().decode(b.subarray(1, 3)),
        new TextDecoder().decode(new DataView(b.buffer, 2)),
        new TextDecoder().decode(),
        throws(() => new TextDecoder().decode("text")),
      ];
    },
    ["abcd", "bc", "cd", "", "TypeError"],
  ],
  [
    "windows-1252",
    async () => {
      return new TextDecoder("windows-1252").decode(new Uint8Array([0x80, 0x99, 0xe9, 0x81]));
    },
    "€™é\u0081",
  ],
  [
    "windows-1251",
    async () => {
      return new TextDecoder("windows-1251").decode(new Uint8Array([0xcf, 0xf0, 0xe8]));
    },
    "При",
  ],
  [
    "koi8-r",
    async () => {
      return new TextDecoder("koi8-r").decode(new Uint8Array([0xf0, 0xd2]));
    },
    "Пр",
  ],
  [
    "iso-8859-15",
    async () => {
      return new TextDecoder("iso-8859-15").decode(new Uint8Array([0xa4, 0xbc]));
    },
    "€Œ",
  ],
  [
    "windows-1253 has holes",
    async () => {
      return new TextDecoder("windows-1253").decode(new Uint8Array([0xaa, 0xc1]));
    },
    "\ufffdΑ",
  ],
  [
    "UTF-16 both ways round",
    async () => {
      return [
        new TextDecoder("utf-16le").decode(new Uint8Array([61, 216, 0, 222, 97])),
        new TextDecoder("utf-16be").decode(new Uint8Array([216, 61, 222, 0])),
      ];
    },
    ["😀\ufffd", "😀"],
  ],
  [
    "streams of text and bytes",
    async () => {
      const bytes = new ReadableStream({
        start(c) {
          c.enqueue("\ud83d");
          c.enqueue("\ude00b");
          c.enqueue("\ud800");
          c.close();
        },
      }).pipeThrough(new TextEncoderStream());
      const back = await collect(bytes.pipeThrough(new TextDecoderStream()));
      return back.join("");
    },
    "😀b\ufffd",
  ],
  [
    "a fatal stream of text fails",
    async () => {
      const s = new Blob([new Uint8Array([255])]).stream().pipeThrough(new TextDecoderStream("utf-8", { fatal: true }));
      return [
        await rejects(collect(s)),
        new TextDecoderStream().encoding,
        new TextEncoderStream().encoding,
        throws(() => new TextDecoderStream("x")),
      ];
    },
    ["TypeError", "utf-8", "utf-8", "RangeError"],
  ],
  [
    "btoa and atob",
    async () => {
      return [
        btoa(""),
        btoa("a"),
        btoa("ab"),
        btoa("abc"),
        btoa("\xff\0"),
        atob("YQ=="),
        atob("YWI"),
        atob(" Y\nQ = = "),
        atob("/+8=").charCodeAt(0),
        btoa(null),
        atob(null).length,
      ];
    },
    ["", "YQ==", "YWI=", "YWJj", "/wA=", "a", "ab", "a", 255, "bnVsbA==", 3],
  ],
  [
    "btoa and atob refuse what they must",
    async () => {
      return [
        () => btoa("\u0100"),
        () => atob("a"),
        () => atob("a=b="),
        () => atob("ab-_"),
        () => atob("abcde"),
        () => atob("a==="),
        () => atob("\u00a0YQ=="),
        () => atob(),
        () => btoa(),
      ].map(throws);
    },
    [
      "InvalidCharacterError",
      "InvalidCharacterError",
      "InvalidCharacterError",
      "InvalidCharacterError",
      "InvalidCharacterError",
      "InvalidCharacterError",
      "InvalidCharacterError",
      "TypeError",
      "TypeError",
    ],
  ],
];

export default observeAll(cases);
