import { isIP } from 'node:net';
import type { RelaySetting } from '#platform/config';
import type { Dns, DnsAnswer, DnsResolver } from '#platform/dns';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import { isPublicAddress } from '#pure/ip-addresses';

/** Of one host: each address is looked up, and so are its names. */
const maxAddresses = 4;
const maxNames = 4;

/**
 * Relays that ask for no login are the operator's own servers, and hand mail to others from their own address. Nothing is said of relays
 * of others, which send from addresses that are not seen here, nor of those at addresses of an inner network.
 */
export const reverseNameCheck: DoctorCheck = {
  id: 'mail-out.reverse-name',
  group: 'mail-out',
  why: 'Large mailbox providers refuse mail from an address whose reverse name is missing or leads elsewhere.',
  async run({ config: { MAIL_RELAYS }, dns }) {
    const hosts = new Set(MAIL_RELAYS.flatMap(ownHost));
    return (await Promise.all([...hosts].map((host) => judgeHost(dns, host)))).flat();
  },
};

function ownHost(relay: RelaySetting): string[] {
  if (relay.kind !== 'smtp' || !URL.canParse(relay.url)) return [];
  const { username, hostname } = new URL(relay.url);
  return username === '' ? [hostname.replace(/^\[|\]$/g, '')] : [];
}

/** A host without an address is what the check of the relay names. */
async function judgeHost(dns: Dns, host: string): Promise<CheckFinding[]> {
  const found = isIP(host) ? theAddress(host) : await ask(dns, (resolver) => resolver.addresses(host));
  const addresses = found.kind === 'found' ? found.values.filter(isPublicAddress) : [];
  return Promise.all(addresses.slice(0, maxAddresses).map((address) => judgeAddress(dns, host, address)));
}

async function judgeAddress(dns: Dns, host: string, address: string): Promise<CheckFinding> {
  const about = finding(`${reverseNameCheck.id}:${address}`, reverseNameCheck.why);
  const names = await ask(dns, (resolver) => resolver.reverse(address));
  if (names.kind === 'unanswered') return about.unknown(`No name server said the name of ${address}.`, lookAtServers);
  const action = `Let the owner of the address, mostly the hosting provider, set its reverse name to ${host}, and publish an address record for that name.`;
  if (names.kind === 'absent') return about.warn(`${address} (${host}) has no reverse name.`, action);
  const backs = await Promise.all(names.values.slice(0, maxNames).map((name) => lookBack(dns, name)));
  // One is enough, as for those who receive mail: an address may have several names.
  const good = backs.find(({ back }) => back.kind === 'found' && back.values.includes(address));
  if (good) return about.pass(`${address} is ${good.name}, and ${good.name} is ${address}.`);
  const silent = backs.find(({ back }) => back.kind === 'unanswered');
  if (silent) return about.unknown(`No name server said where ${silent.name} is.`, lookAtServers);
  const tried = backs.map(({ name }) => name).join(', ');
  return about.warn(`The reverse name of ${address} is ${tried}, which does not lead back to it.`, action);
}

const lookBack = async (dns: Dns, name: string): Promise<{ name: string; back: DnsAnswer<string> }> => ({
  name,
  back: await ask(dns, (resolver) => resolver.addresses(name)),
});

const lookAtServers = 'Look at DNS_RESOLVERS.';
const theAddress = (value: string): DnsAnswer<string> => ({ kind: 'found', values: [value] });

/** The first definite answer; a record counts for more than its absence. */
async function ask(dns: Dns, look: (resolver: DnsResolver) => Promise<DnsAnswer<string>>): Promise<DnsAnswer<string>> {
  const answers = await Promise.all(dns.resolvers.map(look));
  return (
    answers.find(({ kind }) => kind === 'found') ??
    answers.find(({ kind }) => kind === 'absent') ?? { kind: 'unanswered', reason: 'no answer' }
  );
}
