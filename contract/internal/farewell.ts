/**
 * The header of a response that stays open and mostly silent, such as an event stream for changes. Workers send it, and
 * gateways do not pass it on. Its value is the base64 of the bytes with which the stream may end at any time after its
 * latest piece: a gateway that closes sends them, so that its clients know that nothing broke. Such a response does not
 * count among the calls of a connection, a worker or an endpoint.
 */
export const farewellHeader = "x-ferrule-farewell";
