/** Names the part of one of several processes in the environment that its parent gives it. */
export const partVariable = 'POSTRIDER_PROCESS_PART';

/** The part that a parent gave to this process. No setting: nobody else sets it. */
export const givenPart = (environment: Readonly<Record<string, string | undefined>> = process.env): string | null =>
  environment[partVariable] || null;
