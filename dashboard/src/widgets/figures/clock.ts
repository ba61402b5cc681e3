/** One ticking clock for every relative time on the page; it stands still while nobody reads it. */
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

export function subscribeToClock(reader: () => void): () => void {
  readers.add(reader);
  if (!timer) {
    tickedAt = Date.now();
    timer = setInterval(tick, 1000);
  }
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Constant between two ticks, so that one render sees one time. */
export function readClock(): number {
  return timer ? tickedAt : Math.floor(Date.now() / 1000) * 1000;
}

function tick(): void {
  tickedAt = Date.now();
  for (const reader of [...readers]) reader();
}
