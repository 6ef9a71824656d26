(globalThis as Record<string, unknown>)["mark"] = 7;

export default () => [(0, eval)("mark"), new Function("return mark")(), typeof eval("typeof process")];
