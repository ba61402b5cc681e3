import { z } from 'zod';
import { flag, optionalPort, optionalText, setting, text, whole } from './setting.ts';

const submission = { group: 'Sending by SMTP' };

/** Mail that programs hand in by SMTP, with the secret key as password. */
export const submissionSettings = {
  SUBMISSION_PORT: setting(
    optionalPort,
    'Port on which the roles `api` and `all` take mail of your programs by SMTP with STARTTLS; usually 587. Empty: nothing listens. 0 takes any free port.',
    { ...submission, fallback: '' },
  ),
  SUBMISSION_TLS_PORT: setting(
    optionalPort,
    'The same with TLS from the first byte; usually 465. Empty: nothing listens. 0 takes any free port.',
    { ...submission, fallback: '' },
  ),
  SUBMISSION_PUBLIC_PORT: setting(
    optionalPort,
    'Port that people are shown for SUBMISSION_PORT, where a container or balancer maps it to another. Empty: the same.',
    { ...submission, fallback: '' },
  ),
  SUBMISSION_PUBLIC_TLS_PORT: setting(optionalPort, 'The same for SUBMISSION_TLS_PORT.', {
    ...submission,
    fallback: '',
  }),
  SUBMISSION_LISTEN: setting(text, 'Address on which mail of your programs is taken.', {
    ...submission,
    fallback: '0.0.0.0',
  }),
  SUBMISSION_HOST: setting(
    optionalText.pipe(
      z
        .string()
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name')
        .nullable(),
    ),
    'Name in the greeting, as in the certificate. Empty: the host of BASE_URL.',
    { ...submission, fallback: '' },
  ),
  SUBMISSION_TLS_CERT: setting(
    optionalText,
    'Certificate chain (PEM); best by `SUBMISSION_TLS_CERT_FILE`. Empty: that of INBOUND_TLS_CERT.',
    { ...submission, fallback: '' },
  ),
  SUBMISSION_TLS_KEY: setting(optionalText, 'Private key (PEM) of that certificate.', {
    ...submission,
    fallback: '',
    isSecret: true,
  }),
  SUBMISSION_ALLOW_PLAIN: setting(
    flag,
    'Take keys without TLS, for development: only with SUBMISSION_LISTEN on a loopback address (127.0.0.1 or ::1).',
    { ...submission, fallback: 'false' },
  ),
  SUBMISSION_MAX_CONNECTIONS: setting(whole(1, 10_000), 'Connections of one process and port at once.', {
    ...submission,
    fallback: '200',
  }),
  SUBMISSION_CONNECTIONS_PER_ADDRESS: setting(
    whole(0, 10_000),
    'Connections of one process at once from one address, IPv6 by its first 64 bits. 0 means no limit.',
    { ...submission, fallback: '50' },
  ),
  SUBMISSION_CONNECTIONS_PER_PROJECT: setting(
    whole(0, 10_000),
    'Connections of one process at once with keys of one project. 0 means no limit.',
    { ...submission, fallback: '50' },
  ),
  SUBMISSION_CONNECTION_SECONDS: setting(whole(10, 86_400), 'How long one connection may last.', {
    ...submission,
    fallback: '600',
  }),
} as const;

interface AddressValues {
  readonly BASE_URL: string;
  readonly SUBMISSION_HOST: string | null;
  readonly SUBMISSION_PORT: number | null;
  readonly SUBMISSION_TLS_PORT: number | null;
  readonly SUBMISSION_PUBLIC_PORT: number | null;
  readonly SUBMISSION_PUBLIC_TLS_PORT: number | null;
}

interface SubmissionValues {
  readonly SUBMISSION_PORT: number | null;
  readonly SUBMISSION_TLS_PORT: number | null;
  readonly SUBMISSION_LISTEN: string;
  readonly SUBMISSION_TLS_CERT: string | null;
  readonly SUBMISSION_TLS_KEY: string | null;
  readonly SUBMISSION_ALLOW_PLAIN: boolean;
  readonly INBOUND_TLS_CERT: string | null;
  readonly INBOUND_TLS_KEY: string | null;
}

/** Name and ports that a program uses; a port is null where nothing listens, or on any free port that only the log knows. */
export function submissionAddress(values: AddressValues): {
  host: string;
  port: number | null;
  tlsPort: number | null;
} {
  const shown = (port: number | null, publicPort: number | null): number | null =>
    port === null ? null : (publicPort ?? port) || null;
  return {
    host: values.SUBMISSION_HOST ?? new URL(values.BASE_URL).hostname,
    port: shown(values.SUBMISSION_PORT, values.SUBMISSION_PUBLIC_PORT),
    tlsPort: shown(values.SUBMISSION_TLS_PORT, values.SUBMISSION_PUBLIC_TLS_PORT),
  };
}

/** The certificate that is shown to programs, and its key. */
export function submissionCertificate(values: SubmissionValues): { cert: string; key: string } | null {
  const { SUBMISSION_TLS_CERT, SUBMISSION_TLS_KEY, INBOUND_TLS_CERT, INBOUND_TLS_KEY } = values;
  const [cert, key] =
    SUBMISSION_TLS_CERT === null ? [INBOUND_TLS_CERT, INBOUND_TLS_KEY] : [SUBMISSION_TLS_CERT, SUBMISSION_TLS_KEY];
  return cert !== null && key !== null ? { cert, key } : null;
}

/** What one setting demands of another. */
export function submissionProblems(values: SubmissionValues): string[] {
  const isOn = values.SUBMISSION_PORT !== null || values.SUBMISSION_TLS_PORT !== null;
  if (!isOn) return [];
  const isLoopback = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/.test(values.SUBMISSION_LISTEN);
  if (values.SUBMISSION_ALLOW_PLAIN && !isLoopback) {
    return ['SUBMISSION_ALLOW_PLAIN needs SUBMISSION_LISTEN=127.0.0.1: keys would cross a network unprotected.'];
  }
  if (submissionCertificate(values)) return [];
  if (values.SUBMISSION_TLS_PORT !== null) {
    return ['SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY are required with SUBMISSION_TLS_PORT.'];
  }
  return values.SUBMISSION_ALLOW_PLAIN
    ? []
    : ['SUBMISSION_TLS_CERT and SUBMISSION_TLS_KEY are required with SUBMISSION_PORT: keys are taken over TLS alone.'];
}
