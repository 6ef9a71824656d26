import { observeAll, throws } from "./observe.ts";

/**
 * https://dom.spec.whatwg.org/#events, https://dom.spec.whatwg.org/#aborting-ongoing-activities, timers of HTML
 *
 * @type {readonly import("./observe.ts").WebCase[]}
 */
export const cases = [
  [
    "an event is as it was made",
    async () => {
      const e = new Event("x", { bubbles: true, cancelable: true, composed: true });
      return [
        e.type,
        e.bubbles,
        e.cancelable,
        e.composed,
        e.defaultPrevented,
        e.eventPhase,
        e.target,
        e.currentTarget,
        e.isTrusted,
        e.returnValue,
        e.cancelBubble,
        e.composedPath(),
        Object.keys(e),
      ];
    },
    ["x", true, true, true, false, 0, null, null, false, true, false, [], ["isTrusted"]],
  ],
  [
    "constants",
    async () => {
      return [
        Event.NONE,
        Event.CAPTURING_PHASE,
        Event.prototype.AT_TARGET,
        Event.BUBBLING_PHASE,
        DOMException.ABORT_ERR,
        DOMException.prototype.DATA_CLONE_ERR,
      ];
    },
    [0, 1, 2, 3, 20, 25],
  ],
  [
    "an event needs a type, and options that are none",
    async () => {
      return [
        throws(() => new Event()),
        throws(() => new Event("a", 1)),
        new Event(undefined).type,
        new Event("a", null).type,
      ];
    },
    ["TypeError", "TypeError", "undefined", "a"],
  ],
  [
    "listeners hear once each, in order, captures first",
    async () => {
      const t = new EventTarget();
      const l = [];
      const f = () => l.push("f");
      t.addEventListener("a", f);
      t.addEventListener("a", f);
      t.addEventListener("a", f, true);
      t.addEventListener("a", () => l.push("g"));
      t.dispatchEvent(new Event("a"));
      return l;
    },
    ["f", "f", "g"],
  ],
  [
    "once, removal and null",
    async () => {
      const t = new EventTarget();
      let n = 0;
      const f = () => n++;
      t.addEventListener("a", f, { once: true });
      t.addEventListener("a", null);
      t.addEventListener("b", f);
      t.removeEventListener("b", f);
      t.removeEventListener("a", null);
      for (const x of ["a", "a", "b"]) t.dispatchEvent(new Event(x));
      return n;
    },
    1,
  ],
  [
    "objects hear through handleEvent, functions with the target as this",
    async () => {
      const t = new EventTarget();
      const l = [];
      const o = {
        handleEvent(e) {
          l.push(this === o, e.type, e.eventPhase, e.currentTarget === t, e.target === t, e.composedPath().length);
        },
      };
      t.addEventListener("a", o);
      t.addEventListener("a", function () {
        l.push(this === t);
      });
      t.dispatchEvent(new Event("a"));
      return l;
    },
    [true, "a", 2, true, true, 1, true],
  ],
  [
    "a listener that is removed meanwhile does not hear, one that is added neither",
    async () => {
      const t = new EventTarget();
      const l = [];
      const g = () => l.push("g");
      t.addEventListener("a", () => {
        t.removeEventListener("a", g);
        t.addEventListener("a", () => l.push("new"));
      });
      t.addEventListener("a", g);
      t.dispatchEvent(new Event("a"));
      return l;
    },
    [],
  ],
  [
    "stopImmediatePropagation and preventDefault",
    async () => {
      const t = new EventTarget();
      const l = [];
      t.addEventListener("a", (e) => {
        e.stopImmediatePropagation();
        e.preventDefault();
      });
      t.addEventListener("a", () => l.push("late"));
      return [t.dispatchEvent(new Event("a", { cancelable: true })), t.dispatchEvent(new Event("a")), l];
    },
    [false, true, []],
  ],
  [
    "passive listeners cannot prevent",
    async () => {
      const t = new EventTarget();
      t.addEventListener("a", (e) => e.preventDefault(), { passive: true });
      return t.dispatchEvent(new Event("a", { cancelable: true }));
    },
    true,
  ],
  [
    "a listener that throws does not stop the others",
    async () => {
      const t = new EventTarget();
      let heard = false;
      t.addEventListener("a", () => {
        throw new Error("x");
      });
      t.addEventListener("a", () => {
        heard = true;
      });
      return [t.dispatchEvent(new Event("a")), heard];
    },
    [true, true],
  ],
  [
    "a signal takes listeners away",
    async () => {
      const t = new EventTarget();
      const c = new AbortController();
      let n = 0;
      t.addEventListener("a", () => n++, { signal: c.signal });
      t.dispatchEvent(new Event("a"));
      c.abort();
      t.dispatchEvent(new Event("a"));
      return [n, throws(() => t.addEventListener("a", () => 0, { signal: null }))];
    },
    [1, "TypeError"],
  ],
  [
    "only events are dispatched, one at a time",
    async () => {
      const t = new EventTarget();
      const e = new Event("a");
      let told;
      t.addEventListener("a", () => {
        told = throws(() => t.dispatchEvent(e));
      });
      t.dispatchEvent(e);
      return [
        told,
        throws(() => t.dispatchEvent({ type: "a" })),
        throws(() => t.dispatchEvent(null)),
        t.dispatchEvent(e),
      ];
    },
    ["InvalidStateError", "TypeError", "TypeError", true],
  ],
  [
    "events of more kinds",
    async () => {
      const p = Promise.resolve();
      return [
        new CustomEvent("a", { detail: { x: 1 } }).detail,
        new CustomEvent("a").detail,
        new ErrorEvent("e", { message: "m", lineno: 3, error: 7 }).error,
        new ErrorEvent("e").message,
        new MessageEvent("m", { data: [1], origin: "o" }).data,
        new MessageEvent("m").ports,
        new PromiseRejectionEvent("r", { promise: p, reason: 5 }).promise === p,
        throws(() => new PromiseRejectionEvent("r")),
      ];
    },
    [{ x: 1 }, null, 7, "", [1], [], true, "TypeError"],
  ],
  [
    "aborting",
    async () => {
      const c = new AbortController();
      const l = [];
      c.signal.onabort = (e) => l.push("on", e.isTrusted);
      c.signal.addEventListener("abort", () => l.push("heard"));
      c.abort();
      c.abort();
      return [l, c.signal.aborted, c.signal.reason.name, c.signal.reason.code, throws(() => c.signal.throwIfAborted())];
    },
    [["on", true, "heard"], true, "AbortError", 20, "AbortError"],
  ],
  [
    "aborting with a reason",
    async () => {
      const c = new AbortController();
      c.abort("why");
      let told;
      try {
        c.signal.throwIfAborted();
      } catch (e) {
        told = e;
      }
      return [
        c.signal.reason,
        told,
        AbortSignal.abort(5).reason,
        AbortSignal.abort().reason.name,
        new AbortController().signal.reason === undefined,
      ];
    },
    ["why", "why", 5, "AbortError", true],
  ],
  [
    "AbortSignal.any follows whichever is first",
    async () => {
      const a = new AbortController(),
        b = new AbortController();
      const s = AbortSignal.any([a.signal, b.signal]);
      const l = [];
      s.onabort = () => l.push("any");
      b.signal.onabort = () => l.push("b");
      b.abort("b");
      a.abort("a");
      return [
        s.aborted,
        s.reason,
        l,
        AbortSignal.any([]).aborted,
        AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason,
        throws(() => AbortSignal.any([1])),
        throws(() => AbortSignal.any()),
      ];
    },
    [true, "b", ["b", "any"], false, 1, "TypeError", "TypeError"],
  ],
  [
    "AbortSignal.any of any, all aborted before the first hears",
    async () => {
      const a = new AbortController();
      const s = AbortSignal.any([a.signal]);
      const r = AbortSignal.any([s]);
      const l = [];
      a.signal.onabort = () => l.push(s.aborted, r.aborted, r.reason === a.signal.reason);
      a.abort();
      return l;
    },
    [true, true, true],
  ],
  [
    "AbortSignal.timeout",
    async () => {
      const s = AbortSignal.timeout(5);
      const before = s.aborted;
      await new Promise((r) => {
        s.onabort = r;
      });
      return [
        before,
        s.aborted,
        s.reason.name,
        s.reason.code,
        throws(() => AbortSignal.timeout(-1)),
        throws(() => AbortSignal.timeout()),
        throws(() => AbortSignal.timeout("x")),
      ];
    },
    [false, true, "TimeoutError", 23, "TypeError", "TypeError", "TypeError"],
  ],
  [
    "DOMException",
    async () => {
      const e = new DOMException("m", "NotFoundError");
      const d = new DOMException("m", { name: "DataError", cause: 7 });
      return [
        e.name,
        e.message,
        e.code,
        e instanceof Error,
        Object.keys(e),
        String(e),
        new DOMException().name,
        new DOMException("x", "Mine").code,
        d.name,
        d.cause,
        e.stack.startsWith("NotFoundError: m"),
        Object.prototype.toString.call(e),
      ];
    },
    ["NotFoundError", "m", 8, true, [], "NotFoundError: m", "Error", 0, "DataError", 7, true, "[object DOMException]"],
  ],
  [
    "timers fire in order of their time, equal ones in order",
    async () => {
      const l = [];
      await new Promise((done) => {
        setTimeout(() => {
          l.push("b");
          done();
        }, 250);
        setTimeout(() => l.push("a1"), 0);
        setTimeout(() => l.push("a2"), 0);
        queueMicrotask(() => l.push("now"));
      });
      return l;
    },
    ["now", "a1", "a2", "b"],
  ],
  [
    "timers take arguments, and anything for a delay",
    async () => {
      return Promise.all([
        new Promise((r) => setTimeout((a, b) => r([a, b]), 0, 1, 2)),
        new Promise((r) => setTimeout(r, -5, "neg")),
        new Promise((r) => setTimeout(r, "x", "text")),
        new Promise((r) => setTimeout(r, undefined, "none")),
      ]);
    },
    [[1, 2], "neg", "text", "none"],
  ],
  [
    "timers are cleared, by either name",
    async () => {
      let n = 0;
      clearTimeout(setTimeout(() => n++, 0));
      clearInterval(setTimeout(() => n++, 0));
      const i = setInterval(() => {
        if (++n === 3) clearInterval(i);
      }, 1);
      clearTimeout(undefined);
      clearTimeout({});
      await new Promise((r) => setTimeout(r, 40));
      return [n, typeof i, i > 0];
    },
    [3, "number", true],
  ],
  [
    "timers and microtasks need functions",
    async () => {
      return [
        throws(() => setTimeout("code")),
        throws(() => setTimeout()),
        throws(() => queueMicrotask()),
        throws(() => queueMicrotask(1)),
      ];
    },
    ["TypeError", "TypeError", "TypeError", "TypeError"],
  ],
  [
    "microtasks run between timers",
    async () => {
      const l = [];
      await new Promise((done) => {
        setTimeout(() => {
          l.push(1);
          Promise.resolve().then(() => l.push(2));
        }, 0);
        setTimeout(() => {
          l.push(3);
          done();
        }, 0);
      });
      return l;
    },
    [1, 2, 3],
  ],
];

export default observeAll(cases);
