import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deliveries } from '#features/emails';
import { startSpools } from '#platform/spool';
import { freePort } from '#testing/free-port';
import { givenMails } from '#testing/given-mail';
import { inboundSetup } from '#testing/inbound-setup';
import { hasPostfix, startPostfix } from '#testing/postfix';

/** The receiving server: it accepts one address, and refuses one as unknown and one by policy. */
async function lastHop(): Promise<number> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusals: Record<string, [number, string]> = {
        'unknown@example.com': [550, '5.1.1 No such user'],
        'policy@example.com': [550, '5.7.1 Not from your network'],
      };
      const [responseCode, text] = refusals[address] ?? [0, ''];
      done(responseCode > 0 ? Object.assign(new Error(text), { responseCode }) : null);
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  const socket = server.listen(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (socket.address() as AddressInfo).port; // it listens on TCP
}

test.skipIf(!hasPostfix)(
  'a mail is sent through a real Postfix, and its bounce is received (M10)',
  async () => {
    const [relayPort, inboundPort] = [await freePort(), await freePort()];
    const postfix = await startPostfix(relayPort, await lastHop(), { 'bounce.acme.example': inboundPort });
    onTestFinished(() => postfix.stop());
    const setup = await inboundSetup({ INBOUND_PORT: String(inboundPort), MAIL_RELAYS: postfix.url });
    const people = ['unknown@example.com', 'policy@example.com', 'ada@example.com'];
    const ids = await givenMails(setup.client, setup.project.id, 3, (index) => ({ recipient: people[index] ?? '' }));
    const spools = startSpools(setup.app.app.services, [deliveries]);
    onTestFinished(() => spools.stop());

    await vi.waitFor(
      async () => {
        const rows = await setup.rows('select id, status, bounce_type from emails');
        const found = Object.fromEntries(rows.map(({ id, status, bounce_type }) => [id, `${status} ${bounce_type}`]));
        expect(
          ids.map((id) => found[id]),
          postfix.log(),
        ).toEqual(['BOUNCED Permanent', 'BOUNCED Permanent', 'SENT null']);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(await setup.rows('select email, email_id from suppressions')).toEqual([
      { email: 'unknown@example.com', email_id: ids[0] },
    ]);
    expect(await setup.rows('select 1 from inbound_reports')).toEqual([]);
  },
  60_000,
);
