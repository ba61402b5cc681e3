const dayMs = 86_400_000;

/** The clocks of a time zone. What they show is a number as if it were UTC. */
export interface ZoneClock {
  localAt(instant: number): number;
  /** The instant at which they show this: the first of two, and for a time that is left out the end of the gap. */
  instantOf(local: number): number;
}

/** Why one for many questions: its format is expensive to make. Not kept, because a zone has any number of spellings. */
export function zoneClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  function localAt(instant: number): number {
    const parts = format.formatToParts(instant);
    const value = (type: Intl.DateTimeFormatPartTypes): number =>
      Number(parts.find((part) => part.type === type)?.value);
    return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second'));
  }

  const offsetAt = (instant: number): number => localAt(instant) - Math.floor(instant / 1_000) * 1_000;

  function endOfGap(local: number): number {
    let [earlier, later] = [local - dayMs, local + dayMs];
    const before = offsetAt(earlier);
    while (later - earlier > 1_000) {
      const middle = Math.floor((earlier + later) / 2_000) * 1_000;
      if (offsetAt(middle) === before) earlier = middle;
      else later = middle;
    }
    return later;
  }

  return {
    localAt,
    instantOf(local) {
      const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)];
      const matches = [local - before, local - after].filter((instant) => localAt(instant) === local);
      return matches.length > 0 ? Math.min(...matches) : endOfGap(local);
    },
  };
}
