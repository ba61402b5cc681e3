import { expect, test } from 'vitest';
import { allPortListeners } from './features.ts';
import { addressesOf, startLines } from './start-lines.ts';

test('the first line of a start says what each port is for', () => {
  const ports = { inbound: 2525, submission: 12587, 'submission-tls': 12465 };
  const addresses = addressesOf({ url: 'http://127.0.0.1:8080', ports });

  expect(startLines('all', addresses, 'http://127.0.0.1:9090', ['Address: here'])).toEqual([
    'Postrider all is running. API: http://127.0.0.1:8080, Incoming mail by SMTP: port 2525, SMTP submission: port 12587, ' +
      'SMTP submission with TLS: port 12465, Operator port: http://127.0.0.1:9090',
    'Address: here',
  ]);
  expect(startLines('worker', addressesOf({ url: null, ports: {} }), 'http://127.0.0.1:9090', [])).toEqual([
    'Postrider worker is running. Operator port: http://127.0.0.1:9090',
  ]);
});

test('every server other than HTTP has a name for people', () => {
  for (const { name } of allPortListeners)
    expect(addressesOf({ url: null, ports: { [name]: 25 } })).toEqual([expect.stringMatching(/SMTP.*: port 25$/)]);
});
