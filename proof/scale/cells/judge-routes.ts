import { bearer } from '../../../server/testing/client.ts';
import { fileForm } from '../../../server/testing/file-form.ts';
import { plantedClient } from '../../../server/testing/log-search.ts';
import { picture } from '../../../server/testing/pictures.ts';
import type { SmtpCapture } from '../../../server/testing/scripted-smtp.ts';
import { until } from '../../../server/testing/until.ts';
import type { Check } from '../../faults/fault-run.ts';
import { makeTenants, type Tenant } from '../../load/tenants.ts';
import type { Cell } from './cell.ts';
import type { Router } from './router.ts';

/** A host name that the router has no line for, such as the tracking host of a customer. */
const elsewhere = { host: 'links.customer.example' };

/** A request that comes back from outside, and the status that only its own cell returns. */
interface Way {
  readonly name: string;
  readonly status: number;
  readonly expected: number;
}

/** Everything that comes back from outside reaches its own cell: by its mark, or else by the host name. */
export async function judgeRoutes(router: Router, cells: readonly Cell[], check: Check): Promise<void> {
  for (const cell of cells) await judgeCell(router, cell, check);
  const anyone = plantedClient(router.url, elsewhere);
  const unmarked = await anyone.post('/auth/login', { email: 'ada@example.com', password: 'wrong' });
  const unknown = await anyone.get('/contacts', bearer(`sk_eu9.abcdefgh.${'x'.repeat(49)}`));
  const statuses = [unmarked.status, unknown.status];
  check(
    'a request that names no known cell is refused by the router',
    statuses.every((status) => status === 421),
    statuses,
  );
}

async function judgeCell(router: Router, cell: Cell, check: Check): Promise<void> {
  const [tenant] = await makeTenants(cell.setup.client, 1, cell.mark);
  if (!tenant) throw new Error('no tenant');
  const mail = await receiveLinks(router, cell, tenant);
  const ways = [
    ...(await byKey(router, tenant)),
    ...(await byLink(router, mail.message.toString('latin1'))),
    ...(await byPerson(router, cell)),
  ];
  const wrong = ways.filter(({ status, expected }) => status !== expected);
  check(`${cell.mark}: keys, links, images, cookies and tokens lead to their cell by the mark alone`, !wrong.length, {
    ways: ways.map(({ name }) => name),
    ...(wrong.length > 0 ? { wrong } : {}),
  });
  const { body } = await plantedClient(router.url).get('/config', { host: cell.host });
  check(`${cell.mark}: what has no mark is routed by the host name`, body.urls?.api === `https://${cell.host}`);
  const path = `bounce+1${cell.mark}-${tenant.handle}`;
  check(`${cell.mark}: the return path of a mail has mark and handle`, mail.from.startsWith(path), { path });
}

async function byKey({ url }: Router, { secretKey, publicKey }: Tenant): Promise<Way[]> {
  const [secret, open] = [secretKey, publicKey].map((key) => plantedClient(url, { ...elsewhere, ...bearer(key) }));
  if (!secret || !open) throw new Error('no clients');
  const upload = await secret.post(
    '/uploads/image',
    fileForm(await picture('png'), { name: 'logo.png', type: 'image/png', part: 'image' }),
  );
  const preview = await secret.post('/previews', { html: '<p>Hello</p>' });
  const tracked = await open.post('/v1/track', { email: 'person-1@example.com', event: 'visited' });
  return [
    { name: 'secret key', status: (await secret.get('/contacts')).status, expected: 200 },
    { name: 'public key', status: tracked.status, expected: 200 },
    { name: 'image', status: await statusOf(url, upload.body.url), expected: 200 },
    { name: 'preview', status: await statusOf(url, preview.body.url), expected: 200 },
  ];
}

/** A mail with links of every kind, as it arrived. */
async function receiveLinks({ url }: Router, { setup, mark }: Cell, { secretKey, from }: Tenant): Promise<SmtpCapture> {
  const to = `links-of-${mark}@example.com`;
  const links = '<a href="{{ unsubscribeUrl }}">Leave</a> <a href="{{ manageUrl }}">Change</a>';
  const body = `<p><a href="https://shop.example/">Shop</a> ${links}</p>`;
  await plantedClient(url, bearer(secretKey)).post('/v1/send', { to, from, subject: 'Links', body });
  const arrived = (): SmtpCapture | undefined => setup.sink.received.find((mail) => mail.to.includes(to));
  await until(() => arrived() !== undefined);
  const mail = arrived();
  if (!mail) throw new Error('the mail with links did not arrive');
  return mail;
}

async function byLink({ url }: Router, message: string): Promise<Way[]> {
  const text = message.replaceAll('=\r\n', '');
  const ways: Way[] = [];
  for (const kind of ['u', 'm', 't/o', 't/c']) {
    const link = new RegExp(`https://[^/\\s"<>]+/${kind}/[\\w-]+`).exec(text)?.[0] ?? '';
    ways.push({ name: `/${kind}`, status: await statusOf(url, link), expected: kind === 't/c' ? 302 : 200 });
  }
  return ways;
}

/** Session and invitation of a person who signed up at the address of the cell. */
async function byPerson({ url }: Router, { host, mark }: Cell): Promise<Way[]> {
  const from = { 'sec-fetch-site': 'same-origin' };
  const account = { email: `owner@${mark}.example`, password: 'a-password-of-the-proof-runs', projectName: mark };
  const signedUp = await plantedClient(url, { ...from, host }).post('/auth/signup', account);
  const cookie = String(signedUp.headers['set-cookie']?.[0]).split(';')[0] ?? '';
  const person = plantedClient(url, { ...from, ...elsewhere, cookie });
  const members = `/projects/${signedUp.body.project?.id}/members`;
  const invited = await person.post(members, { email: `guest@${mark}.example`, role: 'MEMBER' });
  const token = String(invited.body.inviteUrl).split('/').at(-1);
  return [
    { name: 'session', status: (await person.get('/users/@me')).status, expected: 200 },
    { name: 'invitation', status: await statusOf(url, `https://x/invitations/${token}`), expected: 200 },
  ];
}

/** The status of an address, asked by the router under a host name that says nothing. */
const statusOf = async (url: string, address: string): Promise<number> =>
  URL.canParse(address) ? (await plantedClient(url, elsewhere).get(new URL(address).pathname)).status : 0;
