import { once } from 'node:events';
import type { Client, Connection } from 'pg';

/** Takes lines; after `false` no more are sent until `drained`. */
export interface LineSink {
  write(line: Buffer): boolean;
  drained(): Promise<void>;
}

/** What the client offers for COPY and its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Gives the rows of `copy … to stdout` to the sink, in text form, a line each. A line is only valid during the call. */
export const copyOut = (client: Client, text: string, sink: LineSink): Promise<void> =>
  runCopy(client, text, (fail) => ({
    handleCopyData({ chunk }, { stream }) {
      if (sink.write(chunk) || stream.isPaused()) return;
      stream.pause();
      sink.drained().then(() => stream.resume(), fail);
    },
  }));

/** Sends lines to `copy … from stdin`, no faster than the server takes them. */
export const copyIn = (client: Client, text: string, lines: AsyncIterable<Buffer>): Promise<void> =>
  runCopy(client, text, (_fail, isOver) => ({
    handleCopyInResponse(connection) {
      sendAll(connection, lines, isOver).then(
        () => connection.endCopyFrom(),
        (error: unknown) => connection.sendCopyFail(String(error)),
      );
    },
  }));

async function sendAll(connection: CopyConnection, lines: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
  for await (const chunk of lines) {
    if (isOver()) return;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
}

interface CopyHandlers {
  handleCopyData?(message: { chunk: Buffer }, connection: CopyConnection): void;
  handleCopyInResponse?(connection: CopyConnection): void;
}

/** A statement whose messages the client passes on as they come. */
function runCopy(
  client: Client,
  text: string,
  handlers: (fail: (error: unknown) => void, isOver: () => boolean) => CopyHandlers,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void): void => {
      isOver = true;
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(error as Error)); // of the server, or of a sink
    client.query({
      submit(connection) {
        connection.query(text);
      },
      handleRowDescription() {},
      handleCommandComplete() {},
      handleEmptyQuery() {},
      handleReadyForQuery: () => end(resolve),
      handleError: fail,
      ...handlers(fail, () => isOver),
    });
  });
}
