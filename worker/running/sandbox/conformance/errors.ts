import type { Attack } from "./attack.ts";

/** Programs that throw unusual values or change how errors behave. */
export const errorAttacks: Attack[] = [
  { name: "null is thrown", expect: { throws: /^The Function threw null$/ } },
  { name: "undefined is rejected", expect: { throws: /threw undefined$/ } },
  { name: "a string is thrown", expect: { throws: /threw oops$/ } },
  { name: "a message of a hundred megabytes", expect: { throws: /^x{4096}$/ } },
  { name: "a proxy that throws from each trap", expect: { throws: /threw|trap|Error/ } },
  { name: "getters for message, name and stack that throw", expect: { throws: /.*/ } },
  { name: "a prepareStackTrace that looks for the platform's functions", expect: { returns: ["undefined"] } },
  { name: "a prepareStackTrace that throws", expect: { throws: /real|1/ } },
  { name: "a stack without end", expect: { throws: /^deep$/ } },
  { name: "JSON that cannot be made", expect: { throws: /circular/ } },
  { name: "a BigInt as output", expect: { throws: /BigInt/ } },
  { name: "a FunctionError in disguise", expect: { throws: /not genuine/ } },
  { name: "JSON.stringify and Promise.prototype.then replaced", expect: { returns: { fine: true } } },
  { name: "Array, Map and Object prototypes poisoned", expect: { returns: "fine" } },
];
