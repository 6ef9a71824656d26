// zod compiles its parsers with `new Function` unless it is told not to, which the page's policy forbids. It reads this
// global when it is first loaded, so this file is imported before everything else.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
