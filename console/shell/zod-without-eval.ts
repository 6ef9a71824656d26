// Without this, zod compiles its parsers with `new Function`, which the page's policy forbids. zod reads this global
// when it is first loaded, so this file must be imported before everything else.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
