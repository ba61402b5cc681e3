import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startSpools } from '#platform/spool';
import {
  connect,
  hasKnot,
  type Knot,
  type Reply,
  type RequestedRecord,
  startKnot,
  startTestApp,
  type TestApp,
} from '#testing';
import { domainChecks } from './domain-checks.ts';

const domain = 'acme.example';

describe.skipIf(!hasKnot)('against a real name server', () => {
  let app: TestApp;
  let servers: [Knot, Knot];

  beforeAll(async () => {
    servers = [await startKnot(domain), await startKnot(domain)];
    app = await startTestApp(inject('templateDatabase'), {
      DNS_RESOLVERS: servers.map(({ address }) => address).join(','),
      BOUNCE_HOST: 'in.postrider.example',
      RELAY_SPF: 'include:spf.relay.example',
      TRACKING_HOST: 'track.postrider.example',
    });
  });
  afterAll(async () => {
    await app.close();
    for (const server of servers) await server.close();
  });

  test('a zone written from the reply of the API is verified by the background check, and lost when it breaks (T24)', async () => {
    const owner = await app.given.project();
    const squatter = await app.given.project();
    const [own, other] = [app.as(owner.secretKey), app.as(squatter.secretKey)];
    const { body } = await own.post('/domains', { domain });
    const { body: squatted } = await other.post('/domains', { domain });
    const admin = await connect(app.databaseUrl);
    const serve = (...records: RequestedRecord[]) => Promise.all(servers.map((server) => server.serve(records)));
    /** Shifts the times of both into the past, and waits until the background has checked them since. */
    const after = async (interval: string): Promise<Reply['body']> => {
      await admin.query('update domains set at_risk_since = at_risk_since - $1::interval', [interval]);
      await admin.query('update domain_checks set due_at = now(), checked_at = null');
      domainChecks.wake();
      await expect
        .poll(async () => (await admin.query('select 1 from domain_checks where checked_at is null')).rowCount, {
          timeout: 15_000,
        })
        .toBe(0);
      return (await own.get(`/domains/${body.id}`)).body;
    };

    const spools = startSpools(app.app.services, [domainChecks]);
    try {
      await serve(...body.records);
      const verified = await after('0 s');
      expect(verified).toMatchObject({ status: 'verified', problem: null, dmarc: { found: true, policy: 'none' } });
      for (const record of verified.records) expect(record).toMatchObject({ status: 'verified' });
      expect((await other.get(`/domains/${squatted.id}`)).body).toMatchObject({ status: 'pending', problem: null });

      await serve(...body.records.filter(({ purpose }: RequestedRecord) => purpose !== 'DKIM'));
      expect(await after('5 minutes')).toMatchObject({ status: 'verified', atRiskSince: expect.any(String) });
      expect(await after('23 hours')).toMatchObject({ status: 'verified' });
      expect(await after('1 hour')).toMatchObject({ status: 'pending', verifiedAt: null });

      await serve(...squatted.records, body.records[0]);
      await after('5 minutes');
      expect((await other.get(`/domains/${squatted.id}`)).body).toMatchObject({ status: 'verified' });
    } finally {
      await spools.stop();
      await admin.end();
    }
  });
});
