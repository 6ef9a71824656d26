import type { Context } from "ferrule";
import { bookingOf, bookingsOf, noBooking, type Booking } from "lib/bookings";

interface Input {
  /** The id that createBooking returned. */
  bookingId: string;
}

/** Returns a booking. */
export default async function getBooking({ bookingId }: Input, ctx: Context): Promise<Booking> {
  const record = await bookingsOf(ctx).get(bookingId);
  if (record === null) throw noBooking(bookingId);
  return bookingOf(record);
}
