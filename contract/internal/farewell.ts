/**
 * The header of a response that stays open and mostly silent, such as an event stream for changes. Workers send it, and
 * gateways do not pass it on. Its value is the base64 of the bytes with which the stream may end at any time after its
 * latest piece: a gateway that closes sends them, so that its clients know that nothing broke. Such a response does not
 * count among the calls of a connection, a worker or an endpoint.
 */
export const farewellHeader = "x-ferrule-farewell";

/** The most bytes of a farewell. */
export const mostFarewellBytes = 4 * 1024;

export const farewellValue = (text: string): string => Buffer.from(text).toString("base64");

export const farewellOf = (value: string): Buffer => Buffer.from(value, "base64");
