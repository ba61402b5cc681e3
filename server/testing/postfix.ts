import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Postfix needs root, because it drops its privileges to users of its own. */
export const hasPostfix = existsSync('/usr/sbin/postfix') && process.getuid?.() === 0;

/** A real Postfix on loopback, strict about line ends, that relays everything to the given port. */
export interface Postfix {
  readonly url: string;
  readonly log: () => string;
  stop(): Promise<void>;
}

/** `routes`: domains whose mail goes to other ports of this machine. */
export async function startPostfix(
  port: number,
  nextPort: number,
  routes: Readonly<Record<string, number>> = {},
): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'postfix-'));
  const [queue, data, config] = ['queue', 'data', 'config'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [queue, data, config]) mkdirSync(path);
  execFileSync('chmod', ['755', folder]);
  execFileSync('chown', ['postfix', data]);
  writeFileSync(join(config, 'main.cf'), mainSettings(folder, nextPort) + transportMap(routes));
  writeFileSync(join(config, 'master.cf'), services(port));
  execFileSync('/usr/sbin/postfix', ['-c', config, 'start'], { stdio: 'ignore' });
  await untilListening(port);
  return {
    url: `smtp://127.0.0.1:${port}`,
    log: () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''),
    async stop() {
      execFileSync('/usr/sbin/postfix', ['-c', config, 'stop'], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const mainSettings = (folder: string, nextPort: number): string => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${tmpdir()}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = relay.test
mynetworks = 127.0.0.0/8
mydestination =
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_forbid_bare_newline = yes
smtpd_forbid_unauth_pipelining = yes
relayhost = [127.0.0.1]:${nextPort}
smtp_tls_security_level = none
minimal_backoff_time = 5s
`;

const transportMap = (routes: Readonly<Record<string, number>>): string => {
  const entries = Object.entries(routes).map(([domain, port]) => `{${domain} = smtp:[127.0.0.1]:${port}}`);
  return entries.length > 0 ? `transport_maps = inline:{ ${entries.join(', ')} }\n` : '';
};

const services = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
pickup unix n - n 60 1 pickup
postlog unix-dgram n - n - 1 postlogd
`;

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.end('QUIT\r\n');
        resolve(true);
      }).on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Postfix did not start');
}
