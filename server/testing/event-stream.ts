import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { until } from './until.ts';

export interface StreamMessage {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at messages of every shape
  readonly data: any;
}

/** A reader of server-sent events, as a browser reads them. */
export interface EventReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly messages: readonly StreamMessage[];
  /** What the reader would send to continue. */
  readonly lastEventId: string;
  /** How many comments were received. */
  readonly comments: number;
  /** The connection is closed, by either side. */
  readonly isClosed: boolean;
  /** Waits until the messages are as expected; throws when they stay otherwise. */
  until(holds: (messages: readonly StreamMessage[]) => boolean): Promise<void>;
  /** Reads nothing more, although the connection stays. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens a stream, and waits for its head. */
export async function readEvents(url: string, headers: OutgoingHttpHeaders): Promise<EventReader> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(url, { headers: { accept: 'text/event-stream', ...headers }, agent: false });
  outgoing.on('response', resolve).on('error', reject).end();
  const response = await promise;
  outgoing.on('error', () => {}); // a connection that is cut off later
  const messages: StreamMessage[] = [];
  const state = { lastEventId: '', comments: 0, isClosed: false };
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Map.groupBy(block.split('\n'), (line) => line.split(':')[0] ?? '');
      const fieldOf = (name: string): string | undefined =>
        fields
          .get(name)?.[0]
          ?.slice(name.length + 1)
          .trim();
      state.comments += fields.get('')?.length ?? 0;
      state.lastEventId = fieldOf('id') ?? state.lastEventId;
      const data = fieldOf('data');
      if (data !== undefined) messages.push({ event: fieldOf('event') ?? 'message', data: JSON.parse(data) });
    }
  });
  response.on('error', () => {}); // cut off
  response.on('close', () => {
    state.isClosed = true;
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    get lastEventId() {
      return state.lastEventId;
    },
    get comments() {
      return state.comments;
    },
    get isClosed() {
      return state.isClosed;
    },
    async until(holds) {
      if (!(await until(() => holds(messages)))) throw new Error(`the messages stayed ${JSON.stringify(messages)}`);
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => outgoing.destroy(),
  };
}
