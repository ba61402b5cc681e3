const mostSeconds = 300;
const spreadSeconds = 30;

/** At most five minutes from now (D-708), a little earlier by chance, so that domains that came together drift apart. */
export const secondsToNextCheck = (): number => mostSeconds - Math.random() * spreadSeconds;

export const nextCheckAt = (now: Date): Date => new Date(now.getTime() + secondsToNextCheck() * 1_000);
