const maxSeconds = 300;
const spreadSeconds = 30;

/** At most five minutes (D-708), a little less at random, so that domains added together drift apart. */
export const secondsToNextCheck = (): number => maxSeconds - Math.random() * spreadSeconds;
