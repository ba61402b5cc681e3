import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Certificate, selfSigned } from '#testing/certificates';
import { type FakeSes, type SesAnswer, startFakeSes } from '#testing/fake-ses';
import { handOver, outgoing, transportSuite } from '#testing/transport-suite';
import { sesTransport } from './ses-transport.ts';

let certificate: Certificate;
beforeAll(() => {
  certificate = selfSigned();
});

const relayTo = (ses: FakeSes, configurationSet: string | null = null) =>
  sesTransport(
    {
      region: 'eu-west-1',
      configurationSet,
      credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
      ratePerSecond: null,
      endpoint: ses.endpoint,
      ca: ses.ca,
    },
    { connectMs: 1_000, answerMs: 2_000 },
  );

const answers: Record<string, SesAnswer> = {
  accepts: 'ok',
  'refuses for now': { status: 429, type: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' },
  'refuses for good': { status: 400, type: 'MessageRejected', message: 'Email address is not verified.' },
  'refuses the address': { status: 400, type: 'MessageRejected', message: 'Address blacklisted.' },
  'takes it and says nothing': 'silent',
  'answers late': { okAfterMs: 500 },
};

transportSuite('Amazon SES', async () => {
  const ses = await startFakeSes(certificate);
  const transport = relayTo(ses);
  return {
    transport,
    // the envelope's sender is the identity's own return path, which the service knows
    received: async () =>
      ses.calls.map(({ to, message }) => ({ from: 'bounce+1@bounce.acme.example', to: to.join(), message })),
    behave: (how) => {
      ses.answer = answers[how] ?? 'ok';
    },
    cut: () => void ses.close().catch(() => {}),
    vanish: () => ses.close(),
    async close() {
      await transport.close();
      await ses.close();
    },
  };
});

async function service(answer: SesAnswer) {
  const ses = await startFakeSes(certificate);
  ses.answer = answer;
  const transport = relayTo(ses, 'postrider');
  onTestFinished(async () => {
    await transport.close();
    await ses.close();
  });
  return { ses, transport };
}

test('a call carries the tags of project, email and attempt and the configuration set, and is signed', async () => {
  const { ses, transport } = await service('ok');
  const given = outgoing();

  expect(await handOver(transport, given)).toMatchObject({
    outcome: { kind: 'accepted', transportId: expect.stringMatching(/^0100/) },
  });
  expect(ses.calls).toMatchObject([
    {
      tags: { project: given.tags.projectId, email: given.tags.emailId, attempt: '1' },
      configurationSet: 'postrider',
      authorization: expect.stringContaining('AWS4-HMAC-SHA256 Credential=AKIATEST/'),
    },
  ]);
});

test.each([
  ['a 500', { status: 500, type: 'InternalFailure', message: 'oops' }, { kind: 'unknown' }],
  ['a 503', { status: 503, type: 'ServiceUnavailable', message: 'busy' }, { kind: 'unknown' }],
  ['no answer in time', { okAfterMs: 4_000 }, { kind: 'unknown' }],
  ['a throttled call', { status: 400, type: 'ThrottlingException', message: 'slow' }, { kind: 'deferred' }],
  [
    'a wrong key',
    { status: 403, type: 'UnrecognizedClientException', message: 'x' },
    { kind: 'deferred', about: 'relay' },
  ],
  [
    'a paused account',
    { status: 400, type: 'SendingPausedException', message: 'x' },
    { kind: 'deferred', about: 'relay' },
  ],
  [
    'a bad request',
    { status: 400, type: 'BadRequestException', message: 'x' },
    { kind: 'rejected', suppresses: false },
  ],
] as const)('%s is not repeated, and has the right outcome', async (_name, answer, outcome) => {
  const { ses, transport } = await service(answer);

  expect((await handOver(transport)).outcome).toMatchObject(outcome);
  expect(ses.calls.length).toBeLessThanOrEqual(1);
});
