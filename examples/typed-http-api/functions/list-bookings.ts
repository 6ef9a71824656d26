import type { Context } from "ferrule";
import { bookingOf, bookingsOf, type Booking } from "lib/bookings";

interface Input {
  /** The day, for example "2026-03-04". @format date @example "2026-03-04" */
  day: string;
  /** Only this room. */
  room?: "library" | "studio" | "terrace";
}

/** Lists the bookings of a day by hour. */
export default async function listBookings({ day, room }: Input, ctx: Context): Promise<{ bookings: Booking[] }> {
  const where = { day, ...(room === undefined ? {} : { room }) };
  // Three rooms with fifteen hours each: a day fits on one page.
  const { items } = await bookingsOf(ctx).query({ where, orderBy: ["hour", "room"], limit: 45 });
  return { bookings: items.map(bookingOf) };
}
