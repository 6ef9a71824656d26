"use strict";
const assert = require("assert");

const holds = (check) => (a, b) => {
  try {
    check(a, b);
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) return false;
    throw error;
  }
};

module.exports = { isDeepEqual: holds(assert.deepEqual), isDeepStrictEqual: holds(assert.deepStrictEqual) };
