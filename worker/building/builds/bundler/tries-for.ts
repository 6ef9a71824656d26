const lookBack = 300;
const mostPlaces = 100;

/**
 * Whether every `require` of this module in the text is inside a `try` block, so that the package can do without the
 * module. This reads only the text: it ignores a block that was closed in between.
 */
export function triesFor(text: string, specifier: string): boolean {
  const places = [`require("${specifier}")`, `require('${specifier}')`].flatMap((call) => {
    const found: number[] = [];
    for (let at = text.indexOf(call); at >= 0 && found.length < mostPlaces; at = text.indexOf(call, at + 1))
      found.push(at);
    return found;
  });
  return places.length > 0 && places.every((at) => isInTry(text.slice(Math.max(0, at - lookBack), at)));
}

function isInTry(before: string): boolean {
  const at = Math.max(...["try{", "try {"].map((word) => before.lastIndexOf(word)));
  if (at < 0) return false;
  let depth = 0;
  for (const character of before.slice(at)) {
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    if (depth === 0 && character === "}") return false;
  }
  return depth > 0;
}
