import { once } from 'node:events';
import type { SMTPServer, SMTPServerSession } from 'smtp-server';
import type { Logger } from '#platform/log';

/** Listens on a port; returns the one that was taken. */
export async function listen(server: SMTPServer, port: number, host: string, log: Logger): Promise<number> {
  server.on('error', (error) => log.debug({ error }, 'connection by SMTP failed'));
  const socket = server.listen(port, host);
  if (!socket.listening) await once(socket, 'listening');
  const at = socket.address();
  return typeof at === 'object' && at ? at.port : 0;
}

export const disconnect = (server: SMTPServer, session: SMTPServerSession): void =>
  [...server.connections].find((one) => one.session === session)?.close();

/**
 * The same for a connection that has lasted too long: a mail that is being accepted gets its reply first, or its client would send it
 * again. `accepted` settles when that mail has its result.
 */
export async function disconnectAfterReply(
  server: SMTPServer,
  session: SMTPServerSession,
  accepted: Promise<unknown> | undefined,
): Promise<void> {
  await Promise.allSettled([accepted]);
  await repliesWritten();
  disconnect(server, session);
}

export const repliesWritten = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
