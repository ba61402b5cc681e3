/** Where the time comes from. Only a held clock overrules the time of the database inside a transaction. */
export interface Clock {
  now(): Date;
  readonly isHeld: boolean;
}

export const systemClock: Clock = { now: () => new Date(), isHeld: false };

export interface HeldClock extends Clock {
  advance(milliseconds: number): void;
}

/** A clock for tests: it stands still until it is moved. */
export function heldClock(start: Date): HeldClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    isHeld: true,
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
