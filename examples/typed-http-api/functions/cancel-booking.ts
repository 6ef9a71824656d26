import type { Context } from "ferrule";
import { bookingsOf, noBooking } from "lib/bookings";

interface Input {
  /** The id that createBooking returned. */
  bookingId: string;
}

/** Cancels a booking, so that the room is free again. */
export default async function cancelBooking({ bookingId }: Input, ctx: Context) {
  if (!(await bookingsOf(ctx).delete(bookingId))) throw noBooking(bookingId);
  return { cancelled: bookingId };
}
