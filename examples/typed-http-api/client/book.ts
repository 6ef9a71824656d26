import createClient from "openapi-fetch";
import type { paths } from "./rooms.ts";

const [baseUrl = "", key = ""] = process.argv.slice(2);
const rooms = createClient<paths>({ baseUrl, headers: { "x-api-key": key } });

const booking = { room: "studio", day: "2026-03-05", hour: 14, title: "Recording" } as const;
const made = await rooms.POST("/bookings", { body: booking });
if (made.data === undefined) throw new Error(made.error.error.message);
const again = await rooms.POST("/bookings", { body: booking });
const listed = await rooms.GET("/bookings", { params: { query: { day: booking.day } } });
await rooms.DELETE("/bookings/{bookingId}", { params: { path: { bookingId: made.data.id } } });

console.log(listed.data?.bookings.map(({ room, hour, title }) => `${room} at ${hour}: ${title}`).join());
console.log(again.response.status, again.error?.error.code);
