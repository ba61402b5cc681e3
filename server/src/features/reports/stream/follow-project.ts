import type { ProjectContext } from '#platform/context';
import type { OpenStream } from '#platform/http';
import { limits } from '#pure/limits';
import { type LiveHubs, liveHubs } from './live-hubs.ts';
import { loadStates } from './load-states.ts';
import { heartbeat, message, opening } from './messages.ts';
import type { ProjectHub } from './project-hub.ts';
import { readPart } from './read-part.ts';
import { positionAt, readStreamPosition } from './stream-position.ts';

const maxAheadMs = 60_000;

/**
 * Sends what happens in the project from now on, or from the position of a reader that continues (D-1043, D-1046). Returns once the
 * stream has begun. `seconds`: 0 to send what was missed and end.
 */
export async function followProject(
  ctx: ProjectContext,
  { stream, lastEventId, seconds }: { stream: OpenStream; lastEventId: string | null; seconds: number },
): Promise<void> {
  const hubs = liveHubs(ctx);
  const mailbox = mailboxOf(stream);
  const hub = await hubs.join(ctx, mailbox);
  const leave = (): void => hubs.leave(hub, mailbox);
  if (stream.closed.aborted) {
    leave();
    return;
  }
  stream.closed.addEventListener('abort', leave);
  if (lastEventId === null) {
    mailbox.empty();
    stream.send(opening(positionAt(hub.cursorMs)));
    mailbox.open();
    endAfter(stream, seconds);
    return;
  }
  stream.send(opening(null));
  void continueFrom(lastEventId, { ctx, hubs, hub, stream, mailbox }).then(
    () => endAfter(stream, seconds),
    (error: unknown) => {
      ctx.log.warn({ error }, 'a stream could not be continued');
      stream.end();
    },
  );
}

function endAfter(stream: OpenStream, seconds: number): void {
  if (stream.closed.aborted) return;
  if (seconds === 0) {
    stream.end();
    return;
  }
  const timer = setTimeout(() => stream.end(), seconds * 1_000);
  stream.closed.addEventListener('abort', () => clearTimeout(timer));
}

/** Keeps what the hub delivers until it is opened, as much as a stream may leave unread. */
function mailboxOf(stream: OpenStream) {
  let waiting: Buffer[] | null = [];
  let bytes = 0;
  return {
    deliver(part: Buffer): void {
      if (!waiting) {
        stream.send(part);
        return;
      }
      bytes += part.length;
      if (bytes > limits.streamBytesUnread) stream.end();
      else waiting.push(part);
    },
    /** Forgets what waits: the reader gets it otherwise. */
    empty(): void {
      waiting = [];
      bytes = 0;
    },
    open(): void {
      const parts = waiting ?? [];
      waiting = null;
      for (const part of parts) stream.send(part);
    },
  };
}

interface Continuation {
  readonly ctx: ProjectContext;
  readonly hubs: LiveHubs;
  readonly hub: ProjectHub;
  readonly stream: OpenStream;
  readonly mailbox: ReturnType<typeof mailboxOf>;
}

/** What lies between the position and the cursor of the hub is read for this stream alone; from there on it is one of many. */
async function continueFrom(lastEventId: string, continuation: Continuation): Promise<void> {
  const { ctx, hubs, hub, stream, mailbox } = continuation;
  const missed = readStreamPosition(lastEventId);
  const missedMs = missed?.at.getTime() ?? 0;
  // Until the cursor is behind the horizon, and the position behind the cursor: another process may have been ahead of this one.
  do await hubs.turn(hub);
  while (!stream.closed.aborted && (hubs.horizon.safeMs < hub.cursorMs || isJustAhead(missedMs, hub.cursorMs)));
  if (stream.closed.aborted) return;
  const toMs = hub.cursorMs;
  mailbox.empty();
  if (!missed || missedMs > toMs || missedMs < toMs - limits.streamMissedSeconds * 1_000) {
    stream.send(message('reset', {}, positionAt(toMs)));
  } else {
    const [items, states] = await ctx.read((reader) =>
      Promise.all([
        readPart(reader, { after: missed, toMs, limit: limits.streamItemsMissed }),
        loadStates(reader, { sinceMs: missedMs, ids: [] }),
      ]),
    );
    // The position moves even if nothing was missed, or a reader that comes back would be told to read again after a while.
    stream.send(items + states.map(({ event, data }) => message(event, data)).join('') + heartbeat(positionAt(toMs)));
  }
  mailbox.open();
}

/** By more than clocks and horizons differ, it is no position of ours. */
const isJustAhead = (positionMs: number, cursorMs: number): boolean =>
  positionMs >= cursorMs && positionMs < cursorMs + maxAheadMs;
