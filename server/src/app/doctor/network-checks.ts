import { connect } from 'node:tls';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import { version } from '#platform/version';
import { cut } from '#pure/text';
import { markHeader, marksOf } from '../instance-mark.ts';

const connectMs = 5_000;

const isLocalName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';

export const addressCheck: DoctorCheck = {
  id: 'network.address',
  group: 'network',
  why: 'Links in mail, and those who click them, use this address.',
  async run({ config: { BASE_URL, ENVIRONMENT } }) {
    const about = finding(this.id, this.why);
    const { hostname, protocol } = new URL(BASE_URL);
    const isProduction = ENVIRONMENT === 'production';
    if (isLocalName(hostname)) {
      const judge = isProduction ? about.fail : about.warn;
      return [
        judge(`BASE_URL is ${BASE_URL}: links in mail will not open elsewhere.`, 'Set BASE_URL to the public address.'),
      ];
    }
    if (protocol === 'http:')
      return [
        about.warn(`BASE_URL is ${BASE_URL}: links and sessions can be read on their way.`, 'Serve it by https.'),
      ];
    return [about.pass(`BASE_URL is ${BASE_URL}.`)];
  },
};

/** From here alone: whether others reach it, only they can say. */
export const reachCheck: DoctorCheck = {
  id: 'network.reachable',
  group: 'network',
  why: 'Readers who click, and callbacks of Amazon SES, Stripe and sign-in providers, come to BASE_URL.',
  async run({ config }) {
    const about = finding(this.id, this.why);
    const url = `${config.BASE_URL}/config`;
    const reply = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(connectMs) }).catch(causeOf);
    if (typeof reply === 'string')
      return [about.unknown(cut(`${url} does not answer from here: ${reply}.`, 300), elsewhere)];
    await reply.body?.cancel();
    const mark = reply.headers.get(markHeader);
    if (reply.status === 200 && mark !== null && marksOf(config).includes(mark))
      return [about.pass(`${config.BASE_URL} leads to this instance.`)];
    // So says a proxy while what is behind it is away or starts: where the address leads is not seen then.
    if (reply.status >= 500)
      return [
        about.unknown(
          `${url} answers ${reply.status}, so what is behind it is not seen.`,
          'See that the API of this instance runs, and that the proxy in front reaches it; then look again.',
        ),
      ];
    if (mark !== null)
      return [
        about.fail(
          `${config.BASE_URL} leads to another instance of Postrider, or to one with another SECRET_KEY.`,
          'Set BASE_URL to the address of this one, and give all of its processes the same SECRET_KEY.',
        ),
      ];
    return [
      about.fail(
        `${url} answers ${reply.status}, but not as Postrider does.`,
        'See that the proxy in front hands every path to the API of this instance.',
      ),
    ];
  },
};

/** Errors of fetch carry the reason as their cause. */
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};

const elsewhere = 'Look from another machine: this one may not reach the public address.';

export const proxyCheck: DoctorCheck = {
  id: 'network.proxies',
  group: 'network',
  why: 'Limits by address need the address of the visitor.',
  async run({ config: { BASE_URL, TRUSTED_PROXIES } }) {
    const about = finding(this.id, this.why);
    if (!BASE_URL.startsWith('https:') || TRUSTED_PROXIES > 0)
      return [about.pass(`TRUSTED_PROXIES is ${TRUSTED_PROXIES}.`)];
    return [
      about.warn(
        'BASE_URL is https, which a proxy in front serves, but TRUSTED_PROXIES is 0: all visitors seem to come from the proxy.',
        'Set TRUSTED_PROXIES to the number of proxies in front.',
      ),
    ];
  },
};

const dayMs = 86_400_000;

export const certificateCheck: DoctorCheck = {
  id: 'network.certificate',
  group: 'network',
  why: 'Browsers and mail providers open nothing behind a bad certificate.',
  async run({ config: { BASE_URL }, clock }) {
    const { protocol, hostname, port } = new URL(BASE_URL);
    if (protocol !== 'https:') return [];
    return [await certificateOf(hostname, Number(port) || 443, clock.now())];
  },
};

function certificateOf(host: string, port: number, now: Date): Promise<CheckFinding> {
  const about = finding(certificateCheck.id, certificateCheck.why);
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: connectMs });
    const end = (result: CheckFinding): void => {
      socket.destroy();
      resolve(result);
    };
    socket.on('timeout', () => end(about.unknown(`${host}:${port} does not answer from here.`, elsewhere)));
    socket.on('error', (error) => end(about.unknown(`${host}:${port}: ${error.message}`, elsewhere)));
    socket.on('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
      if (!socket.authorized)
        return end(about.fail(`The certificate of ${host} is not valid: ${String(socket.authorizationError)}.`, renew));
      const seen = `The certificate of ${host} is valid for ${days} more days.`;
      return end(days < 14 ? about.warn(seen, renew) : about.pass(seen));
    });
  });
}

const renew = 'Get a certificate for this name from an authority that browsers trust, and renew it by itself.';

export const versionCheck: DoctorCheck = {
  id: 'version.program',
  group: 'version',
  why: 'Reports and release notes name it.',
  run: async () => [
    finding('version.program', 'Reports and release notes name it.').pass(
      `Postrider ${version}, Node ${process.version}.`,
    ),
  ],
};
