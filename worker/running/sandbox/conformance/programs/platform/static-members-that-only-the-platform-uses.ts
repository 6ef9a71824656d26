export default () =>
  Object.getOwnPropertyNames(globalThis).flatMap((n) => {
    const v = (globalThis as Record<string, unknown>)[n];
    return typeof v === "function"
      ? Object.getOwnPropertyNames(v)
          .filter(
            (k) =>
              /^(?:platform|of|is[A-Z]?|is|pairsOf|stateOf|bytesOf|open|link|move|received|ofSignals|freeze)$/.test(
                k,
              ) &&
              !["Object", "Array", "Iterator", "Number", "Error", "ArrayBuffer"].includes(n) &&
              Object.getPrototypeOf(v) !== Object.getPrototypeOf(Uint8Array),
          )
          .map((k) => `${n}.${k}`)
      : [];
  });
