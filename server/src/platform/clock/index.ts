/** The time of this process. Inside a transaction the time is that of the database. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
