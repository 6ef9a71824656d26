import { FunctionError, type Collection, type CollectionRecord, type Context } from "ferrule";

/** What somebody books: a room for an hour. */
export interface NewBooking {
  /** Which room. */
  room: "library" | "studio" | "terrace";
  /** For example "2026-03-04". @format date @example "2026-03-04" */
  day: string;
  /** The hour it begins, 8 for 08:00. @integer @minimum 7 @maximum 21 @example 9 */
  hour: number;
  /** What for. @minLength 1 @maxLength 200 @example "Planning" */
  title: string;
}

/** A booking with its id. */
export interface Booking extends NewBooking {
  id: string;
}

export const bookingsOf = (ctx: Context): Collection<NewBooking> => ctx.collection<NewBooking>("bookings");

export const bookingOf = ({ id, data }: CollectionRecord<NewBooking>): Booking => ({ id, ...data });

export const noBooking = (id: string): FunctionError =>
  new FunctionError("BOOKING_NOT_FOUND", `There is no booking ${id}.`, { status: 404 });
