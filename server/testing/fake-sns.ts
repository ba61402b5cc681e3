import { execFileSync } from 'node:child_process';
import { createPrivateKey, createSign, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificates.ts';

export type SnsFields = Record<string, string>;

interface SigningOptions {
  /** 1 is SHA-1, 2 is SHA-256. */
  readonly version?: '1' | '2';
  readonly key?: KeyObject;
}

/**
 * Amazon SNS as far as it calls us, on this machine: the messages it posts, signed as it signs them, and the host
 * that serves its certificate and accepts confirmations, over TLS under its real name.
 */
export interface FakeSns {
  /** For the setting SNS_STAND_IN. */
  readonly setting: string;
  readonly topic: string;
  readonly host: string;
  readonly certificateUrl: string;
  /** TCP connections so far. */
  readonly connections: number;
  /** Requested paths. */
  readonly asked: string[];
  /** Tokens of confirmed subscriptions. */
  readonly confirmed: string[];
  /** The status of the host's replies; 200 by default. */
  status: number;
  /** The fields of a message before they are signed. */
  fields(type: string, more?: SnsFields): SnsFields;
  sign(fields: SnsFields, signing?: SigningOptions): SnsFields;
  /** A signed notification that carries this text. */
  notification(text: string, more?: SnsFields, signing?: SigningOptions): SnsFields;
  close(): Promise<void>;
}

export async function startFakeSns(region = 'eu-west-1'): Promise<FakeSns> {
  const host = `sns.${region}.amazonaws.com`;
  const transport = selfSigned([`DNS:${host}`]);
  const own = signingCertificate();
  const path = '/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem';
  const topic = `arn:aws:sns:${region}:123456789012:postrider-mail`;
  let connections = 0;
  const server = createServer(transport, (request, response) => {
    const url = request.url ?? '';
    sns.asked.push(url);
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
    if (sns.status !== 200) return void response.writeHead(sns.status).end();
    if (url === path) return void response.writeHead(200).end(own.certificate);
    if (query.get('Action') !== 'ConfirmSubscription') return void response.writeHead(403).end('<Error/>');
    sns.confirmed.push(query.get('Token') ?? '');
    return void response.writeHead(200).end('<ConfirmSubscriptionResponse/>');
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.unref(); // does not keep the process alive if it is never closed
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const sns: FakeSns = {
    setting: JSON.stringify({ port, ca: transport.cert }),
    topic,
    host,
    certificateUrl: `https://${host}${path}`,
    get connections() {
      return connections;
    },
    asked: [],
    confirmed: [],
    status: 200,
    fields: (type, more = {}) => ({
      Type: type,
      MessageId: randomUUID(),
      TopicArn: topic,
      Message: 'hello',
      Timestamp: new Date().toISOString(),
      ...(type === 'Notification'
        ? { UnsubscribeURL: `https://${host}/?Action=Unsubscribe&SubscriptionArn=${topic}:1` }
        : {
            Token: 'a-token',
            SubscribeURL: `https://${host}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=a-token`,
          }),
      ...more,
    }),
    sign(fields, { version = '2', key = own.key } = {}) {
      const signer = createSign(version === '1' ? 'SHA1' : 'SHA256').update(textToSign(fields));
      return {
        ...fields,
        SignatureVersion: version,
        Signature: signer.sign(key, 'base64'),
        SigningCertURL: `https://${host}${path}`,
      };
    },
    notification: (text, more = {}, signing = {}) =>
      sns.sign(sns.fields('Notification', { Message: text, ...more }), signing),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sns;
}

const signedNames = /^(Message|MessageId|Subject|SubscribeURL|Timestamp|Token|TopicArn|Type)$/;

/** Written from the service's description, not from our reader: every signed name in the order of the alphabet. */
const textToSign = (fields: SnsFields): string =>
  Object.keys(fields)
    .filter((name) => signedNames.test(name))
    .sort()
    .map((name) => `${name}\n${fields[name]}\n`)
    .join('');

/** A key and its certificate, of the kind that the service signs with. */
export function signingCertificate(): { key: KeyObject; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sns-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=sns.amazonaws.com'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: createPrivateKey(readFileSync(key, 'utf8')), certificate: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
