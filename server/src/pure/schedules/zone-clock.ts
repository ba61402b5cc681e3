const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** What clocks of a zone show at an instant, as if it were UTC. */
export function localAt(zone: string, instant: number): number {
  const parts = formatOf(zone).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second'));
}

const offsetAt = (zone: string, instant: number): number =>
  localAt(zone, instant) - Math.floor(instant / 1_000) * 1_000;

/** The instant at which clocks of a zone show this: the first of two, and for a time that is left out the end of the gap. */
export function instantOf(zone: string, local: number): number {
  const [before, after] = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)];
  const matches = [local - before, local - after].filter((instant) => localAt(zone, instant) === local);
  return matches.length > 0 ? Math.min(...matches) : endOfGap(zone, local);
}

function endOfGap(zone: string, local: number): number {
  let [earlier, later] = [local - dayMs, local + dayMs];
  const before = offsetAt(zone, earlier);
  while (later - earlier > 1_000) {
    const middle = Math.floor((earlier + later) / 2_000) * 1_000;
    if (offsetAt(zone, middle) === before) earlier = middle;
    else later = middle;
  }
  return later;
}
