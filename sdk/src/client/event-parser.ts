export interface ParsedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Server-sent events, part by part as they arrive. */
export interface EventParser {
  /** The events that this part completes. */
  read(part: string): ParsedEvent[];
  /** What a reader sends to continue after the last complete block. */
  readonly lastEventId: string;
  /** The pause before coming back that the server asked for. */
  readonly retryMs: number | null;
}

export function eventParser(lastEventId: string): EventParser {
  const state = { lastEventId, retryMs: null as number | null };
  let [rest, id, event, data] = ['', lastEventId, '', [] as string[]];

  const endBlock = (): ParsedEvent[] => {
    state.lastEventId = id;
    const complete = data.length > 0 ? [{ id, event: event || 'message', data: data.join('\n') }] : [];
    [event, data] = ['', []];
    return complete;
  };
  const readLine = (line: string): ParsedEvent[] => {
    if (line === '') return endBlock();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    if (name === 'event') event = value;
    if (name === 'id' && !value.includes('\0')) id = value;
    if (name === 'retry' && /^\d+$/.test(value)) state.retryMs = Number(value);
    return [];
  };
  return {
    read(part) {
      // Why the last character stays: a carriage return at the end may be the first half of a line end.
      const text = rest + part;
      const end = text.endsWith('\r') ? text.length - 1 : text.length;
      const lines = text.slice(0, end).split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '') + text.slice(end);
      return lines.flatMap(readLine);
    },
    get lastEventId() {
      return state.lastEventId;
    },
    get retryMs() {
      return state.retryMs;
    },
  };
}
