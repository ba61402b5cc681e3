/** What ends with an empty line: an event, or comments and fields without data. */
export interface ParsedBlock {
  /** What a reader sends to continue after this block. */
  readonly id: string;
  readonly event: string;
  /** Null: no event. Its id moves the position, and it shows that the connection is alive. */
  readonly data: string | null;
}

/** The server-sent events of one connection, part by part as they arrive. What a connection leaves unfinished is dropped with its parser. */
export interface EventParser {
  /** The blocks that this part completes. */
  read(part: string): ParsedBlock[];
  /** The pause before coming back that the server asked for. */
  readonly retryMs: number | null;
}

export function eventParser(lastEventId: string): EventParser {
  const state = { retryMs: null as number | null };
  let [rest, id, event, data, isEmpty] = ['', lastEventId, '', [] as string[], true];

  const endBlock = (): ParsedBlock[] => {
    const block = { id, event: event || 'message', data: data.length > 0 ? data.join('\n') : null };
    const complete = isEmpty ? [] : [block];
    [event, data, isEmpty] = ['', [], true];
    return complete;
  };
  const readLine = (line: string): ParsedBlock[] => {
    if (line === '') return endBlock();
    isEmpty = false;
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
    get retryMs() {
      return state.retryMs;
    },
  };
}
