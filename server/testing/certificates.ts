import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A self-signed certificate for a server on this machine; tests trust it by passing it as their CA. */
export function selfSigned(names: readonly string[] = ['IP:127.0.0.1', 'DNS:localhost']): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names.join(',')}`];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
