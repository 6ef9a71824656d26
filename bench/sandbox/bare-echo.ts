import { Socket } from "node:net";

/** Echoes whatever arrives on descriptor 3: the least that two processes can do. */
const stream = new Socket({ fd: 3, readable: true, writable: true });
stream.on("data", (chunk) => stream.write(chunk));
stream.on("close", () => process.exit());
