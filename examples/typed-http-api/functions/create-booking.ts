import { FunctionError, type Context } from "ferrule";
import { bookingOf, bookingsOf, type Booking, type NewBooking } from "lib/bookings";

/** Books a room for an hour. */
export default async function createBooking(input: NewBooking, ctx: Context): Promise<Booking> {
  try {
    return bookingOf(await bookingsOf(ctx).insert(input));
  } catch (error) {
    if (!(error instanceof FunctionError) || error.code !== "UNIQUE_VIOLATION") throw error;
    throw new FunctionError("ROOM_TAKEN", `The ${input.room} is taken at that hour.`, { status: 409 });
  }
}
