const mostSeconds = 300;
const spreadSeconds = 30;

/** At most five minutes (D-708), a little less by chance, so that domains that came together drift apart. */
export const secondsToNextCheck = (): number => mostSeconds - Math.random() * spreadSeconds;
